import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.stream.Stream;

/** The modules with tests, as Mill names them: {@code push.redis} for the folder {@code push/redis} with a
  * folder {@code test}.
  */
record TestModules(List<String> names) {
  private static final int DEEPEST = 4;

  static TestModules in(Path home) throws IOException {
    var names = new ArrayList<String>();
    find(home, home, names, DEEPEST);
    return new TestModules(names.stream().sorted().toList());
  }

  private static void find(Path home, Path folder, List<String> names, int depth) throws IOException {
    try (Stream<Path> children = Files.list(folder)) {
      for (var child : children.filter(Files::isDirectory).toList()) {
        var name = child.getFileName().toString();
        if (name.equals("test")) {
          if (!folder.equals(home) && Files.isDirectory(child.resolve("src")))
            names.add(home.relativize(folder).toString().replace('/', '.'));
        } else if (depth > 0 && !name.startsWith(".") && !List.of("out", "src", "node_modules").contains(name))
          find(home, child, names, depth - 1);
      }
    }
  }

  /** All modules, or those that a user names: by folder or by Mill's name, applications without their {@code
    * apps.}.
    */
  List<String> named(List<String> wanted) {
    if (wanted.isEmpty()) return names;
    var found = new LinkedHashSet<String>();
    for (var word : wanted) {
      var name = word.replaceAll("/+$", "").replace('/', '.');
      if (names.contains(name)) found.add(name);
      else if (names.contains("apps." + name)) found.add("apps." + name);
      else throw new Options.Wrong("there is no module '" + word + "' with tests; the modules are " +
          String.join(" ", names.stream().map(n -> n.replaceFirst("^apps\\.", "")).toList()));
    }
    return List.copyOf(found);
  }

  List<String> without(List<String> selected) {
    return names.stream().filter(n -> !selected.contains(n)).toList();
  }
}
