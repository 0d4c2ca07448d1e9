import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Starts the build tool of this checkout. */
final class Mill {
  private final Path home;
  private final boolean all;
  // In CI no daemon stays behind.
  private final boolean ci = !System.getenv().getOrDefault("CI", "").isEmpty();

  Mill(Path home, boolean all) {
    this.home = home;
    this.all = all;
  }

  /** Whether the other checks and all tests of these modules passed; one that fails stops no other. */
  boolean test(List<String> beside, List<String> targets) throws IOException, InterruptedException {
    // One more than cores, since many suites wait for another process or for a time to pass.
    var jobs = String.valueOf(Runtime.getRuntime().availableProcessors() + 1);
    var words = new ArrayList<String>(List.of("--keep-going", "--jobs", jobs));
    words.addAll(beside);
    if (!beside.isEmpty()) words.add("+");
    words.addAll(List.of("selective.prepare", "__.test", "+"));
    words.addAll(joined(targets));
    return run(words);
  }

  /** The same, one task after another, for what may have failed by chance. */
  boolean again(String what, List<String> words) throws IOException, InterruptedException {
    System.out.println("\n=== again, alone: " + what);
    var all = new ArrayList<String>(List.of("--keep-going", "--jobs", "1"));
    all.addAll(words);
    return run(all);
  }

  boolean hasBaseline() { return Files.exists(baseline()); }

  /** Keeps the state of all inputs that {@link #test} saw, since all tests pass with it. */
  void keepBaseline() throws IOException {
    if (Files.exists(selective())) Files.copy(selective(), baseline(), StandardCopyOption.REPLACE_EXISTING);
  }

  /**
   * The test modules that depend on an input which changed since the baseline, such as {@code
   * push.redis.test}; empty if Mill cannot tell.
   */
  Optional<Set<String>> changed() throws IOException, InterruptedException {
    Files.copy(baseline(), selective(), StandardCopyOption.REPLACE_EXISTING);
    var process = builder(List.of("selective.resolve", "__.test")).redirectOutput(ProcessBuilder.Redirect.PIPE).start();
    var tasks = process.inputReader().lines().toList();
    if (process.waitFor() != 0) return Optional.empty();
    return Optional.of(tasks.stream().map(t -> t.strip().replaceFirst("\\.testForked$", "")).collect(Collectors.toSet()));
  }

  private Path selective() { return home.resolve("out/mill-selective-execution.json"); }

  /** One for each set of tests: a run without the long ones says nothing about them. */
  private Path baseline() { return home.resolve(all ? "out/test-baseline-all.json" : "out/test-baseline.json"); }

  private static List<String> joined(List<String> targets) {
    return List.of(String.join(" + ", targets).split(" "));
  }

  private boolean run(List<String> words) throws IOException, InterruptedException {
    var process = builder(words).start();
    // a signal to this process alone would leave the build tool and the tests behind
    var end = new Thread(() -> {
      process.descendants().forEach(ProcessHandle::destroy);
      process.destroy();
    });
    Runtime.getRuntime().addShutdownHook(end);
    try {
      return process.waitFor() == 0;
    } finally {
      Runtime.getRuntime().removeShutdownHook(end);
    }
  }

  private ProcessBuilder builder(List<String> words) {
    var command = new ArrayList<String>(List.of(home.resolve("mill").toString()));
    if (ci) command.add("--no-daemon");
    command.addAll(List.of("--ticker", String.valueOf(System.console() != null && System.console().isTerminal())));
    command.addAll(words);
    var builder = new ProcessBuilder(command).directory(home.toFile()).inheritIO();
    if (all) builder.environment().put("EDDY_TEST_ALL", "1");
    return builder;
  }
}
