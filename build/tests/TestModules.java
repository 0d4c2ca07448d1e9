import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The modules with tests, as Mill names them: {@code push.redis} for the folder {@code push/redis} with a
  * folder {@code test}.
  *
  * As for Mill, a module's folder has a {@code package.mill}, or the nearest one above declares an {@code
  * object} of its name. The same holds for all folders above it. A copy of a module elsewhere does not count.
  */
record TestModules(List<String> names) {
  static TestModules in(Path home) throws IOException {
    var names = new ArrayList<String>();
    find(home, home, "", names);
    return new TestModules(names.stream().sorted().toList());
  }

  /** @param declarations the nearest {@code package.mill} */
  private static void find(Path home, Path folder, String declarations, List<String> names) throws IOException {
    if (!folder.equals(home) && Files.isDirectory(folder.resolve("test/src")))
      names.add(home.relativize(folder).toString().replace('/', '.'));
    try (Stream<Path> children = Files.list(folder)) {
      for (var child : children.filter(Files::isDirectory).toList()) {
        var name = child.getFileName().toString();
        var own = child.resolve("package.mill");
        if (Files.exists(own)) find(home, child, Files.readString(own), names);
        else if (!name.equals("test") && isDeclared(name, declarations)) find(home, child, declarations, names);
      }
    }
  }

  private static boolean isDeclared(String name, String declarations) {
    return Pattern.compile("\\bobject `?" + Pattern.quote(name) + "`?(?![\\w-])").matcher(declarations).find();
  }

  /** All modules, or those that a user names: by folder or by Mill's name, applications without their {@code
    * apps.}.
    */
  List<String> named(List<String> wanted) {
    if (wanted.isEmpty()) return names;
    var found = new LinkedHashSet<String>();
    for (var word : wanted) {
      var name = word.replaceAll("^(\\./+)+|/+$", "").replace('/', '.');
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
