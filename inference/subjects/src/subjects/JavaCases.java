package subjects;

import eddy.state.SharedMap;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;

/**
 * Handlers written in Java. Their lambdas are not serializable: which code they run is found by comparing
 * the call sites
 * of this class.
 */
public final class JavaCases {
  static int hits;
  private int mine;
  private final SharedMap<String, Integer> own = new SharedMap<>();

  /** An object that makes closures over its private fields, which an inner class assigns. */
  Runnable counting() {
    return () -> {
      mine++;
      own.get("x");
    };
  }

  final class Inner {
    void poke() {
      mine = 5;
    }
  }

  /** A handler and what is expected of it. */
  public record JavaCase(String name, Object callback, List<Expected> accesses) {}

  /** Implements a library's interface by a default method. */
  interface Counting extends java.util.Comparator<String> {
    default int compare(String a, String b) {
      hits++;
      return a.compareTo(b);
    }
  }

  static final class Comparing implements Counting {
    public String toString() {
      return "comparing";
    }
  }

  static class Base {
    int n;

    private void bump() {
      n++;
    }

    void go() {
      bump();
    }

    Runnable later() {
      return () -> n++;
    }
  }

  /** Has what its super class has for itself, by the same names, the lambda's included. */
  static final class Extended extends Base {
    int other;

    private void bump() {
      var seen = other;
    }

    @Override
    Runnable later() {
      return () -> {
        var seen = other;
      };
    }

    Runnable above() {
      return super.later();
    }
  }

  interface Above {
    ArrayList<String> NAMES = new ArrayList<>();
  }

  interface Between extends Above {}

  interface Below extends Between {}

  /** What a closure can be beside a Runnable. */
  interface Tag {
    default void tag(Till till) {
      till.add(1);
    }
  }

  /** Without it there would be no class that is a Tag. */
  static final class Tagged implements Tag {
    public void tag(Till till) {}
  }

  private static <T extends Runnable & Tag> void tagged(T task, Till till) {
    task.tag(till);
  }

  /** Whose equals, hashCode and toString change something, though nobody would think so. */
  static final class Noisy {
    @Override
    public boolean equals(Object other) {
      hits++;
      return this == other;
    }

    @Override
    public int hashCode() {
      return hits++;
    }

    @Override
    public String toString() {
      return "noise" + hits++;
    }
  }

  record Noise(Noisy source, int volume) {}

  private static SharedMap<String, Integer> map() {
    return new SharedMap<>();
  }

  private static Expected writes(Object o) {
    return Expected$.MODULE$.writes(o);
  }

  private static Expected reads(Object o) {
    return Expected$.MODULE$.reads(o);
  }

  public static List<JavaCase> all() {
    var cases = new ArrayList<JavaCase>();
    var m = map();
    var n = map();
    var l = new ArrayList<String>();
    Consumer<SharedMap<String, Integer>> alone = x -> x.put("a", 1);
    cases.add(new JavaCase("a lambda that captures a map", (Callable<Object>) () -> m.put("a", 1), List.of(writes(m))));
    cases.add(
        new JavaCase(
            "one of two lambdas of the same shape, one reading", (Runnable) () -> n.get("a"), List.of(writes(n))));
    cases.add(
        new JavaCase(
            "one of two lambdas of the same shape, one writing", (Runnable) () -> n.put("a", 1), List.of(writes(n))));
    cases.add(
        new JavaCase(
            "a third one, which names its code",
            (Runnable & java.io.Serializable) () -> n.get("a"),
            List.of(reads(n))));
    cases.add(
        new JavaCase(
            "two captured objects",
            (Runnable)
                () -> {
                  m.put("a", 1);
                  l.add("x");
                },
            List.of(writes(m), writes(l))));
    cases.add(
        new JavaCase(
            "a static field",
            (Supplier<Integer>) () -> hits++,
            List.of(Expected$.MODULE$.writesStatic("subjects.JavaCases", "hits"))));
    cases.add(
        new JavaCase(
            "a default method that the library calls",
            (Runnable) () -> new ArrayList<String>().sort(new Comparing()),
            List.of(Expected$.MODULE$.writesStatic("subjects.JavaCases", "hits"))));
    cases.add(new JavaCase("a method reference", (Consumer<String>) l::add, List.of(writes(l))));
    var object = new JavaCases();
    cases.add(
        new JavaCase("private fields beside an inner class", object.counting(), List.of(writes(object), reads(object.own))));
    cases.add(
        new JavaCase(
            "an anonymous class",
            new Runnable() {
              public void run() {
                m.put("q", 1);
              }
            },
            List.of(writes(m))));
    cases.add(
        new JavaCase(
            "a stream",
            (Callable<Long>) () -> l.stream().filter(s -> m.get(s).isDefined()).count(),
            List.of(reads(l), reads(m))));
    cases.add(
        new JavaCase(
            "a switch over types",
            (Function<Object, String>)
                o ->
                    switch (o) {
                      case String s -> s;
                      case Integer i when i > 3 -> {
                        m.put("i", i);
                        yield "i";
                      }
                      default -> "d";
                    },
            List.of(writes(m))));
    cases.add(
        new JavaCase(
            "a method of the library's that a list is given",
            (Function<String, String>)
                r -> {
                  List.of(r).forEach(l::add);
                  return r;
                },
            List.of(writes(l))));
    Consumer<String> adding = l::add;
    cases.add(
        new JavaCase(
            "a captured one",
            (Function<String, String>)
                r -> {
                  List.of(r).forEach(adding);
                  return r;
                },
            List.of(writes(l))));
    cases.add(
        new JavaCase(
            "a function that is made longer in a loop",
            (java.util.function.UnaryOperator<Integer>)
                k -> {
                  var f = Function.<Integer>identity();
                  for (int i = 0; i < 3; i++) {
                    f =
                        f.andThen(
                            x -> {
                              l.add("x");
                              return x;
                            });
                  }
                  return f.apply(k);
                },
            List.of(writes(l))));
    cases.add(
        new JavaCase(
            "a constant of an interface above an interface",
            (java.util.function.IntSupplier) () -> Below.NAMES.remove("x") ? 1 : 0,
            List.of(writes(Above.NAMES))));
    var base = new Extended();
    cases.add(new JavaCase("a private method that a class below has, too", (Runnable) base::go, List.of(writes(base))));
    cases.add(
        new JavaCase("a lambda that a class below has, too", (Runnable) () -> base.above().run(), List.of(writes(base))));
    cases.add(
        new JavaCase(
            "a static field that constructors assign",
            (Callable<Object>) LastMade::last,
            List.of(Expected$.MODULE$.readsStatic("subjects.LastMade", "last"))));
    var first = new LastMade(null);
    cases.add(
        new JavaCase(
            "a field of another object that constructors assign", (Callable<Object>) first::next, List.of(reads(first))));
    var till = new Till();
    cases.add(
        new JavaCase(
            "a lambda of two interfaces",
            (Runnable)
                () -> {
                  Runnable task = (Runnable & Tag) () -> {};
                  ((Tag) task).tag(till);
                },
            List.of(writes(till))));
    cases.add(
        new JavaCase(
            "a lambda of two interfaces that a method takes",
            (Runnable) () -> JavaCases.tagged(() -> {}, till),
            List.of(writes(till))));
    Runnable both = (Runnable & Tag) () -> l.add("x");
    cases.add(new JavaCase("a captured one", (Runnable) () -> ((Tag) both).tag(till), List.of(writes(till))));
    cases.add(new JavaCase("its own code", (Runnable) () -> both.run(), List.of(writes(l))));
    var tags = new SharedMap<String, Tag>();
    cases.add(
        new JavaCase(
            "one out of a map",
            (Function<String, Object>)
                r -> {
                  tags.apply(r).tag(till);
                  return r;
                },
            List.of(reads(tags), writes(till))));
    var written = (Runnable & java.io.Serializable) () -> l.add("x");
    java.io.Serializable asWritten = written;
    cases.add(new JavaCase("a serializable one", (Runnable) () -> ((Runnable) asWritten).run(), List.of(writes(l))));
    cases.add(
        new JavaCase(
            "a serializable one that the handler makes",
            (Runnable)
                () -> {
                  java.io.Serializable task = (Runnable & java.io.Serializable) () -> l.add("x");
                  ((Runnable) task).run();
                },
            List.of(writes(l))));
    addRecords(cases);
    cases.add(new JavaCase("a lambda without captures", alone, List.of(Expected$.MODULE$.writesAny(SharedMap.class))));
    return cases;
  }

  /** What the JVM makes of a record's components. */
  private static void addRecords(List<JavaCase> cases) {
    var hit = Expected$.MODULE$.writesStatic("subjects.JavaCases", "hits");
    var noise = new Noise(new Noisy(), 1);
    cases.add(new JavaCase("hashCode of a record", (IntSupplier) () -> noise.hashCode(), List.of(hit)));
    cases.add(new JavaCase("equals of a record", (BooleanSupplier) () -> noise.equals(new Noise(null, 1)), List.of(hit)));
    cases.add(new JavaCase("a text with a record in it", (Supplier<String>) () -> "a " + noise, List.of(hit)));
    cases.add(new JavaCase("a record in a set", (Callable<Boolean>) () -> new HashSet<Object>().add(noise), List.of(hit)));
    var noises = new SharedMap<String, Noise>();
    cases.add(
        new JavaCase(
            "a record out of a map", (ToIntFunction<String>) r -> noises.apply(r).hashCode(), List.of(reads(noises), hit)));
    cases.add(
        new JavaCase(
            "a component of one, among the arguments of a method of the library's",
            (ToLongFunction<String>) r -> Objects.hash(r, noises.apply(r).source()),
            List.of(reads(noises), hit)));
    var lists = new SharedMap<String, CopyOnWriteArrayList<Till>>();
    cases.add(
        new JavaCase(
            "the elements of a list out of a map",
            (ToDoubleFunction<String>)
                r -> {
                  for (var till : lists.apply(r)) till.add(1);
                  return 0;
                },
            List.of(reads(lists), Expected$.MODULE$.writesAny(Till.class))));
  }
}
