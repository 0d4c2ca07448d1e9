import java.util.ArrayList;
import java.util.List;

/**
 * The arguments of {@code ./eddy test}, and what the environment adds to them.
 *
 * @param all whether long tests run, too
 * @param changed whether only modules run that changed since the last green run
 * @param modules those named; none for all of them
 * @param beside words for Mill that run in the same start of the build tool, such as the gate's check of the
 * format
 */
record Options(boolean all, boolean changed, List<String> modules, List<String> beside) {
  static final class Wrong extends RuntimeException {
    Wrong(String message) { super(message); }
  }

  static Options parse(String[] arguments) {
    var all = false;
    var changed = false;
    var modules = new ArrayList<String>();
    for (var argument : arguments) {
      switch (argument) {
        case "--all" -> all = true;
        case "--changed" -> changed = true;
        default -> {
          if (argument.startsWith("-"))
            throw new Wrong("there is no option '" + argument + "' of ./eddy test; the options are --all and --changed.");
          modules.add(argument);
        }
      }
    }
    if (changed && !modules.isEmpty())
      throw new Wrong("--changed finds the modules itself; leave out " + String.join(" ", modules) + ", or leave out --changed.");
    var beside = System.getenv().getOrDefault("EDDY_TEST_BESIDE", "").strip();
    return new Options(all, changed, modules, beside.isEmpty() ? List.of() : List.of(beside.split("\\s+")));
  }
}
