import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/** What a run leaves below {@code out}: Mill's reports of tests, durations and time limits of suites, and
  * what was left out.
  */
final class Reports {
  private final Path out;

  Reports(Path out) { this.out = out; }

  /**
   * A suite's outcome.
   *
   * @param reason of the first failure
   * @param millis from its construction to its end
   * @param limitMillis what it may take alone
   * @param cpu its CPU time in seconds for people, with that of its children, or nothing
   * @param alone whether nothing ran beside it
   */
  record Suite(
      String module, String name, int tests, int failures, int skipped, String reason, long millis, long limitMillis,
      String cpu, boolean alone) {
    boolean failed() { return failures > 0; }

    boolean overLimit() { return millis > limitMillis; }

    boolean failedLimit() { return alone && overLimit(); }

    /** Its run alone did not report: the JVM ended, or the report cannot be read. */
    Suite unreported() {
      var why = failed() ? reason : "alone, its JVM ended before it could report";
      return new Suite(module, name, Math.max(1, tests), Math.max(1, failures), skipped, why, millis, Long.MAX_VALUE, cpu, true);
    }

    String overLimitReason() {
      return "alone it took %d s, and may take %d s".formatted(millis / 1000, limitMillis / 1000);
    }
  }

  /** The suites of a run, and the modules that have no report; second runs take the place of first ones. */
  record Results(List<Suite> suites, List<String> lost) {
    void replace(Suite first, Suite second) { suites.set(suites.indexOf(first), second); }

    /** The results of a module that had none. */
    void add(String module, Results second) {
      suites.addAll(second.suites);
      if (second.lost.isEmpty()) lost.remove(module);
    }

    int failed() { return suites.stream().mapToInt(Suite::failures).sum(); }

    int passed() { return suites.stream().mapToInt(s -> s.tests - s.failures - s.skipped).sum(); }

    int skipped() { return suites.stream().mapToInt(Suite::skipped).sum(); }
  }

  /** Forgets earlier runs: the totals count this one only. */
  void clear(List<String> modules) throws IOException {
    for (var module : modules) {
      Files.deleteIfExists(report(module, "testForked"));
      delete(times(module));
    }
  }

  void clearLeftOut() throws IOException { delete(out.resolve("left-out")); }

  Results of(List<String> modules) {
    var suites = new ArrayList<Suite>();
    var lost = new ArrayList<String>();
    for (var module : modules) {
      var report = report(module, "testForked");
      if (!Files.exists(report)) lost.add(module);
      else
        try {
          suites.addAll(read(module, report, false));
        } catch (IOException e) {
          System.out.println(e.getMessage());
          lost.add(module);
        }
    }
    return new Results(suites, lost);
  }

  /** The suites that ran when the module's JVM ended without a report. */
  List<String> interrupted(String module) throws IOException {
    var names = new ArrayList<String>();
    if (!Files.isDirectory(times(module))) return names;
    try (Stream<Path> files = Files.list(times(module))) {
      for (var file : files.sorted().toList())
        if (Files.readString(file).strip().equals(RUNNING)) names.add(file.getFileName().toString());
    }
    return names;
  }

  /** How long the tasks of the build tool took in its last run. */
  List<String> profile() throws IOException { return Profile.line(out); }

  /** Makes room for the report of a suite that runs alone. */
  void clearAlone(Suite suite) throws IOException {
    Files.deleteIfExists(report(suite.module(), "testOnly"));
    Files.deleteIfExists(times(suite.module()).resolve(suite.name()));
  }

  /** The second outcome of a suite; a failure if the second run did not report. */
  Suite alone(Suite first) {
    var report = report(first.module(), "testOnly");
    if (!Files.exists(report)) return first.unreported();
    try {
      return read(first.module(), report, true).stream().filter(s -> s.name().equals(first.name())).findFirst().orElse(first.unreported());
    } catch (IOException e) {
      System.out.println(e.getMessage());
      return first.unreported();
    }
  }

  /** A line for each suite that lacked something, and one for all long tests. */
  List<String> leftOut() throws IOException {
    var folder = out.resolve("left-out");
    var lines = new ArrayList<String>();
    if (!Files.isDirectory(folder)) return lines;
    var tests = 0;
    var suites = 0;
    try (Stream<Path> files = Files.list(folder)) {
      for (var file : files.sorted().toList()) {
        var text = Files.readString(file).strip();
        if (file.toString().endsWith(".long")) {
          tests += Integer.parseInt(text);
          suites++;
        } else lines.add(text);
      }
    }
    if (tests > 0) lines.add("left out: %d long tests of %d suites; to run them: ./eddy test --all".formatted(tests, suites));
    return lines;
  }

  private Path report(String module, String task) {
    return out.resolve(module.replace('.', '/')).resolve("test").resolve(task + ".dest").resolve("test-report.xml");
  }

  /** What a suite writes in the file of its duration until it ends: see SuiteTimes. */
  private static final String RUNNING = "running";

  /** Where the suites of a module write how long they took: modules.mill says so to them. */
  private Path times(String module) { return out.resolve("suite-times").resolve(module + ".test"); }

  // munit has no element for a suite: each test bears its suite's name in front of its own.
  private static final Pattern TEST = Pattern.compile("((?:[\\w$]+\\.)*?[A-Z][\\w$]*)(?:\\.(.*))?", Pattern.DOTALL);

  /** The placeholder of suites whose tests were all left out: see PatientSuite. */
  private static final String ONLY_LONG = "only long tests";

  private List<Suite> read(String module, Path report, boolean alone) throws IOException {
    record Count(int tests, int failures, int skipped, String reason) {
      Count and(boolean failed, boolean skip, String why) {
        return new Count(tests + 1, failures + (failed ? 1 : 0), skipped + (skip ? 1 : 0), failures == 0 && failed ? why : reason);
      }
    }
    Map<String, Count> counts = new LinkedHashMap<>();
    try {
      // messages of tests may hold characters that XML does not allow
      var text = Files.readString(report).replaceAll("[^\\t\\n\\r\\x20-\\uD7FF\\uE000-\\uFFFD\\x{10000}-\\x{10FFFF}]", "?");
      var document = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(text)));
      var cases = document.getElementsByTagName("testcase");
      for (var i = 0; i < cases.getLength(); i++) {
        var test = (Element) cases.item(i);
        var parts = TEST.matcher(test.getAttribute("name"));
        if (!parts.matches()) throw new IOException("no suite is named in front of '" + test.getAttribute("name") + "'");
        if (ONLY_LONG.equals(parts.group(2))) continue;
        var failure = first(test, "failure", "error");
        var why = failure == null ? "" : parts.group(2) + ": " + reason(failure.getTextContent());
        counts.merge(parts.group(1), new Count(0, 0, 0, "").and(failure != null, first(test, "skipped") != null, why),
          (all, one) -> all.and(one.failures > 0, one.skipped > 0, one.reason));
      }
    } catch (ParserConfigurationException | SAXException | IOException e) {
      throw new IOException("cannot read " + report + ": " + e.getMessage(), e);
    }
    var suites = new ArrayList<Suite>();
    counts.forEach((name, c) -> {
      var time = time(module, name);
      suites.add(new Suite(module, name, c.tests, c.failures, c.skipped, c.reason, time.millis, time.limitMillis, time.cpu, alone));
    });
    return suites;
  }

  private record Time(long millis, long limitMillis, String cpu) {
    static final Time UNKNOWN = new Time(0, Long.MAX_VALUE, "");
  }

  /** As the suite wrote it itself. */
  private Time time(String module, String suite) {
    try {
      var file = times(module).resolve(suite);
      if (!Files.exists(file)) return Time.UNKNOWN;
      var words = Files.readString(file).strip().split(" ", 4);
      if (words[0].equals(RUNNING)) return Time.UNKNOWN;
      var cpu = words.length > 2 && words[2].matches("\\d+") ? ", %.1f s of CPU".formatted(Long.parseLong(words[2]) / 1000.0) : "";
      return new Time(Long.parseLong(words[0]), Long.parseLong(words[1]), cpu);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Element first(Element test, String... names) {
    for (var name : names) {
      var found = test.getElementsByTagName(name);
      if (found.getLength() > 0) return (Element) found.item(0);
    }
    return null;
  }

  // munit: the exception's class, file and line, then the message, before it or behind it some lines of the
  // source
  private static final Pattern PLACE = Pattern.compile("^[\\w.$]+: (?:\\S+?([^/\\s]+\\.scala:\\d+)\\s*)?");
  private static final Pattern SOURCE = Pattern.compile("\\d+:.*|\\s*at .*|\\s*");

  /** The first line of a failure's message, and the line of the source that failed. */
  private static String reason(String stackTrace) {
    var text = stackTrace.replaceAll("\u001B?\\[[0-9;]*m", "").strip();
    var place = PLACE.matcher(text);
    if (!place.find()) return shortened(text.lines().findFirst().orElse("no message"));
    var line = text.substring(place.end()).lines().filter(l -> !SOURCE.matcher(l).matches()).findFirst().orElse("no message");
    return shortened(line.strip()) + (place.group(1) == null ? "" : " (" + place.group(1) + ")");
  }

  private static String shortened(String line) { return line.length() <= 200 ? line : line.substring(0, 200) + " ..."; }

  private static void delete(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) return;
    try (Stream<Path> files = Files.list(folder)) {
      for (var file : files.toList()) Files.delete(file);
    }
    Files.delete(folder);
  }
}
