import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * {@code ./eddy test}: runs tests with Mill, runs once more, alone, what failed, and closes with the totals.
 *
 * <ul>
 * <li>A suite that fails beside others and passes alone counts as passed, and the closing lines name it as
 * flaky. <li>A suite that exceeds its time limit beside others fails if it exceeds it alone, too.
 * <li>A module whose JVM ended before it could report is run again as a whole.
 * <li>More than {@link #MOST_AGAIN} failing suites are no chance: nothing is run again.
 * </ul>
 *
 * The exit code is 0 when at least one test passed and nothing failed, 2 for arguments that are wrong, and 1
 * otherwise.
 */
final class Tests {
  static final int MOST_AGAIN = 10;
  static final int SLOWEST = 10;

  private final Options options;
  private final Mill mill;
  private final TestModules modules;
  private final Reports reports;
  private final List<String> flaky = new ArrayList<>();
  private final List<String> failures = new ArrayList<>();

  static void main(String[] arguments) throws IOException, InterruptedException {
    var home = Path.of("").toAbsolutePath();
    try {
      System.exit(new Tests(home, Options.parse(arguments)).run());
    } catch (Options.Wrong e) {
      System.err.println("eddy: " + e.getMessage());
      System.exit(2);
    }
  }

  private Tests(Path home, Options options) throws IOException {
    this.options = options;
    modules = TestModules.in(home);
    mill = new Mill(home, options.all());
    reports = new Reports(home.resolve("out"));
  }

  private int run() throws IOException, InterruptedException {
    var began = System.nanoTime();
    var selected = options.changed() ? changed() : modules.named(options.modules());
    if (selected.isEmpty()) {
      System.out.printf("left out: all %d modules, which the change cannot affect%n0 passed, 0 failed%n", modules.names().size());
      return 0;
    }
    reports.clear(selected);
    reports.clearLeftOut();
    var whole = selected.size() == modules.names().size();
    var complete = whole || options.changed();
    var passed = mill.test(options.beside(), whole ? List.of("__.test") : selected.stream().map(m -> m + ".test").toList());
    var results = reports.of(selected);
    var profile = reports.profile();
    var failedBeside = results.failed() > 0 || !results.lost().isEmpty();
    runAgain(results);
    // Mill's exit code does not tell which task failed
    if (!passed && !options.beside().isEmpty()) {
      passed = mill.again("the other checks", options.beside());
      if (passed && !failedBeside) flaky.add("the other checks");
    }
    close(results, profile, selected, whole, passed, began);
    var green = failures.isEmpty() && results.passed() > 0;
    if (complete && green) mill.keepBaseline();
    return green ? 0 : 1;
  }

  /** The modules that a change since the last green run can affect; all of them when there was none. */
  private List<String> changed() throws IOException, InterruptedException {
    if (!mill.hasBaseline()) {
      System.out.println("no run of all tests has passed in this checkout yet: running all of them");
      return modules.names();
    }
    var affected = mill.changed();
    // Mill 1.1 sometimes fails here until out/mill-build is made again
    if (affected.isEmpty()) {
      System.out.println("the build tool cannot tell what has changed, see above: running all tests; if it happens again, delete out/mill-build");
      return modules.names();
    }
    return modules.names().stream().filter(m -> affected.get().contains(m + ".test")).toList();
  }

  /** Runs again, alone, what may have failed by chance, and puts the second outcome in place of the first. */
  private void runAgain(Reports.Results results) throws IOException, InterruptedException {
    var suites = results.suites().stream().filter(s -> s.failed() || s.overLimit()).toList();
    var lost = List.copyOf(results.lost());
    if (suites.size() + lost.size() > MOST_AGAIN) {
      System.out.printf("%n%d suites or modules failed, which is no chance: none of them is run again%n", suites.size() + lost.size());
      return;
    }
    for (var module : lost) {
      var reason = whyLost(module);
      reports.clear(List.of(module));
      mill.again(module + ": " + reason, List.of(module + ".test"));
      var second = reports.of(List.of(module));
      results.add(module, second);
      if (second.lost().isEmpty() && second.suites().stream().noneMatch(Reports.Suite::failed))
        flaky.add(module + " (" + reason + ")");
    }
    for (var first : suites) {
      reports.clearAlone(first);
      mill.again(first.name() + (first.failed() ? ", which failed" : ", which exceeded its limit"),
        List.of(first.module() + ".test.testOnly", first.name()));
      var second = reports.alone(first);
      results.replace(first, second);
      if (first.failed() && !second.failed()) flaky.add(first.name() + " (" + first.reason() + ")");
    }
  }

  private String whyLost(String module) throws IOException {
    var suites = reports.interrupted(module);
    return suites.isEmpty() ? "no report; it does not compile, or its JVM did not start" : "its JVM ended in " + String.join(", ", suites);
  }

  private void close(
      Reports.Results results, List<String> profile, List<String> selected, boolean whole, boolean passed, long began) throws IOException {
    for (var suite : results.suites()) {
      if (suite.failed()) failures.add(suite.name() + ": " + suite.reason());
      else if (suite.failedLimit()) failures.add(suite.name() + ": " + suite.overLimitReason());
    }
    for (var module : results.lost()) failures.add(module + ": " + whyLost(module) + ", see above");
    if (!passed && failures.isEmpty() && (flaky.isEmpty() || !options.beside().isEmpty()))
      failures.add("something failed that is no test, see above");

    System.out.println();
    results.suites().stream().sorted(Comparator.comparingLong(Reports.Suite::millis).reversed()).limit(SLOWEST)
      .forEach(s -> System.out.printf("%8.1f s  %s (%s)%s%n", s.millis() / 1000.0, s.name(), s.module(), s.cpu()));
    System.out.printf("the slowest suites of %d, in %d s%n", results.suites().size(), (System.nanoTime() - began) / 1_000_000_000);
    profile.forEach(System.out::println);
    reports.leftOut().forEach(System.out::println);
    if (!whole) System.out.printf("left out: %d of %d modules: %s%n", modules.names().size() - selected.size(), modules.names().size(),
      String.join(" ", modules.without(selected)));
    failures.forEach(f -> System.out.println("failed: " + f));
    flaky.forEach(f -> System.out.println("flaky: " + f));
    if (results.skipped() > 0) System.out.println(results.skipped() + " skipped by the tests themselves");
    // each failed test counts, and so does each failure that is no test's
    var others = failures.size() - (int) results.suites().stream().filter(Reports.Suite::failed).count();
    System.out.printf("%d passed, %d failed%n", results.passed(), results.failed() + others);
  }
}
