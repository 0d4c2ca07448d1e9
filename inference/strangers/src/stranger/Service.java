package stranger;

import java.util.List;
import java.util.function.IntFunction;

/** The handlers of a service in Java, and the check of its state; the check returns null if all is right. */
public final class Service {
  public final String name;
  public final List<Object> handlers;
  public final IntFunction<String> check;

  private Service(String name, List<Object> handlers, IntFunction<String> check) {
    this.name = name;
    this.handlers = handlers;
    this.check = check;
  }

  public static Service of(String name, IntFunction<String> check, Task... handlers) {
    return new Service(name, List.of((Object[]) handlers), check);
  }

  public static String expect(String what, long got, long wanted) {
    return got == wanted ? null : what + ": " + got + " instead of " + wanted;
  }

  public static String both(String... verdicts) {
    for (var verdict : verdicts) if (verdict != null) return verdict;
    return null;
  }
}
