import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** How long the tasks of the build tool took in its last run: compilers, tests, the check of the format. */
final class Profile {
  private static final int MOST = 8;
  private static final Pattern TASK = Pattern.compile("\"label\"\\s*:\\s*\"([^\"]+)\"\\s*,\\s*\"millis\"\\s*:\\s*(\\d+)");

  private record Kind(List<String> labels, long millis) {
    Kind and(Kind other) {
      var all = new ArrayList<>(labels);
      all.addAll(other.labels);
      return new Kind(all, millis + other.millis);
    }
  }

  private Profile() {}

  /**
   * One line: tasks of one name summed, the longest first, those of less than a second left out. Empty if the
   * tool has left no profile.
   */
  static List<String> line(Path out) throws IOException {
    var file = out.resolve("mill-profile.json");
    if (!Files.exists(file)) return List.of();
    Map<String, Kind> kinds = new TreeMap<>();
    var tasks = TASK.matcher(Files.readString(file));
    while (tasks.find()) {
      var label = tasks.group(1);
      kinds.merge(label.replaceFirst("^.*[./]", ""), new Kind(List.of(label), Long.parseLong(tasks.group(2))), Kind::and);
    }
    var longest = kinds.entrySet().stream().filter(k -> k.getValue().millis >= 1000)
      .sorted((a, b) -> Long.compare(b.getValue().millis, a.getValue().millis)).limit(MOST)
      .map(k -> {
        var kind = k.getValue();
        var name = kind.labels.size() == 1 ? kind.labels.getFirst() : "%s of %d".formatted(k.getKey(), kind.labels.size());
        return "%s %d s".formatted(name, kind.millis / 1000);
      }).toList();
    return longest.isEmpty() ? List.of() : List.of("tasks of the build: " + String.join(", ", longest));
  }
}
