package everyday;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What people write in Java on an ordinary day. */
public final class DailyJava {
  static final Tally TALLY = new Tally();
  private static int count;
  private static final int[] COUNTS = new int[2];
  private static final List<Tally> TALLIES = List.of(TALLY);
  private static final Map<String, Tally> BY_NAME = new HashMap<>(Map.of("x", TALLY));
  private static final Map<String, List<Integer>> GROUPS = new HashMap<>();
  private static final List<Integer> GROUP = new ArrayList<>();

  static {
    GROUPS.put("x", GROUP);
  }

  record Amount(int cents) {
    Amount {
      if (cents < 0) throw new IllegalArgumentException();
      TALLY.n_$eq(TALLY.n() + 1);
    }

    static Amount of(String s) {
      return new Amount(s.length());
    }
  }

  record Labelled(String label, Tally tally) {
    @Override
    public Tally tally() {
      count++;
      return tally;
    }
  }

  record Compared(int n) implements Comparable<Compared> {
    @Override
    public int compareTo(Compared o) {
      count++;
      return Integer.compare(n, o.n);
    }
  }

  enum Step {
    FIRST {
      @Override
      void go() {
        count++;
      }
    },
    SECOND {
      @Override
      void go() {
        runs++;
      }
    };
    int runs;

    abstract void go();
  }

  static final class Builder {
    private final List<String> parts = new ArrayList<>();

    Builder with(String s) {
      count++;
      parts.add(s);
      return this;
    }

    String build() {
      return String.join(",", parts);
    }
  }

  static final class Node {
    Node next;
    int value;
  }

  private static final Node HEAD = new Node();

  static {
    HEAD.next = new Node();
  }

  static class Parent {
    protected int seen;

    Parent() {
      init();
    }

    void init() {}
  }

  static final class Child extends Parent {
    @Override
    void init() {
      count++;
    }
  }

  private static final class Helper {
    private int hidden;
  }

  private static final Helper HELPER = new Helper();

  static final class Numbers implements Iterable<Integer> {
    @Override
    public Iterator<Integer> iterator() {
      return new Iterator<>() {
        private int at;

        @Override
        public boolean hasNext() {
          return at < 2;
        }

        @Override
        public Integer next() {
          count++;
          return at++;
        }
      };
    }
  }

  static int add() {
    return ++count;
  }

  sealed interface Shape permits Circle, Square {}

  record Circle(Tally tally) implements Shape {}

  record Square(int side) implements Shape {}

  private static final List<Shape> SHAPES = List.of(new Circle(TALLY), new Square(1));

  private static final Map<Step, Tally> BY_STEP = new EnumMap<>(Map.of(Step.FIRST, TALLY));

  interface Greets {
    default String greet(String s) {
      count++;
      return s;
    }
  }

  static final class Polite implements Greets {}

  public static List<Row> rows() {
    var rows = new ArrayList<Row>();
    add(rows, "a record with a compact constructor", k -> Amount.of(k));
    add(rows, "a record with an accessor of its own", k -> new Labelled(k, TALLY).tally());
    add(rows, "records, sorted", k -> Stream.of(new Compared(2), new Compared(1)).sorted().toList());
    add(rows, "records, sorted by their order", k -> {
      var list = new ArrayList<>(List.of(new Compared(2), new Compared(1)));
      list.sort(null);
    });
    add(rows, "records, sorted by comparators", k -> {
      var list = new ArrayList<>(List.of("b", k));
      list.sort(Comparator.comparing((String s) -> add() + s.length()).thenComparing(Comparator.naturalOrder()));
    });
    add(rows, "records, sorted by comparators that allow null", k -> {
      var list = new ArrayList<>(List.of("b", k));
      list.sort(Comparator.nullsFirst(Comparator.comparingInt(s -> add())));
    });
    add(rows, "an array, sorted with a comparator", k -> Arrays.sort(new String[] {k, "b"}, (a, b) -> add()));
    add(rows, "the largest with a comparator", k -> Collections.max(List.of(k, "b"), (a, b) -> add()));
    add(rows, "a search with a comparator", k -> Collections.binarySearch(List.of(k, "b"), k, (a, b) -> add()));
    add(rows, "a constant of an enum with a body", k -> Step.FIRST.go());
    add(rows, "a constant of an enum by name", k -> Step.valueOf("SECOND").go());
    add(rows, "a switch over an enum", k -> {
      switch (Step.values()[k.length()]) {
        case FIRST -> count++;
        case SECOND -> Step.SECOND.runs++;
      }
    });
    add(rows, "a builder in a chain", k -> new Builder().with(k).with(k).build());
    add(rows, "a list of linked objects", k -> {
      for (var n = HEAD; n != null; n = n.next) n.value++;
    });
    add(rows, "a method that a constructor calls", k -> new Child());
    add(rows, "a private field of a nested class", k -> HELPER.hidden++);
    add(rows, "a static field", k -> count += k.length());
    add(rows, "an element of an array", COUNTS, k -> COUNTS[k.length()]++);
    add(rows, "a loop over objects of its own", k -> {
      var sum = 0;
      for (int n : new Numbers()) sum += n;
    });
    add(rows, "an own Iterable, each element", k -> new Numbers().forEach(n -> {}));
    add(rows, "an own Iterable, as a spliterator", k -> new Numbers().spliterator().tryAdvance(n -> {}));
    add(rows, "a pattern of records", k -> {
      for (var shape : SHAPES) {
        var n = switch (shape) {
          case Circle(var tally) -> tally.add();
          case Square(var side) when side > add() -> side;
          case Square s -> s.side();
        };
      }
    });
    add(rows, "an object out of a map of an enum", k -> BY_STEP.get(Step.FIRST).add());
    add(rows, "a default method", k -> new Polite().greet(k));
    add(rows, "an object out of a map, if there is one", k -> BY_NAME.computeIfPresent(k, (n, t) -> {
      t.add();
      return t;
    }));
    add(rows, "an object out of a map, or a default", k -> BY_NAME.getOrDefault(k, TALLY).add());
    add(rows, "a list out of a map, or a new one", GROUP, k -> GROUPS.computeIfAbsent(k, n -> new ArrayList<>()).add(1));
    add(rows, "a list out of a map, merged", GROUP, k -> GROUPS.merge(k, List.of(1), (a, b) -> {
      a.addAll(b);
      return a;
    }));
    add(rows, "each entry of a map", k -> BY_NAME.forEach((n, t) -> t.add()));
    add(rows, "each value of a map", k -> {
      for (var t : BY_NAME.values()) t.add();
    });
    add(rows, "each entry of a map, by its entries", k -> {
      for (var e : BY_NAME.entrySet()) e.getValue().add();
    });
    add(rows, "all values of a map replaced", BY_NAME, k -> BY_NAME.replaceAll((n, t) -> t));
    add(rows, "a supplier", k -> {
      Supplier<Tally> s = () -> TALLY;
      s.get().add();
    });
    add(rows, "a reference to a method", k -> TALLIES.forEach(Tally::add));
    add(rows, "a reference to a method of an object", k -> {
      Supplier<Integer> s = TALLY::add;
      s.get();
    });
    add(rows, "a reference to a constructor", k -> {
      Function<Integer, Amount> f = Amount::new;
      f.apply(1);
    });
    add(rows, "functions put together", k -> {
      UnaryOperator<Integer> f = n -> n + add();
      f.andThen(n -> n + 1).compose((String s) -> s.length()).apply(k);
    });
    add(rows, "a function that returns a function", k -> {
      Function<Integer, Function<Integer, Integer>> f = a -> b -> a + b + add();
      f.apply(1).apply(2);
    });
    add(rows, "an optional, if present or else", k -> Optional.of(TALLY).ifPresentOrElse(Tally::add, () -> {}));
    add(rows, "an optional, filtered and mapped", k -> Optional.of(TALLY).filter(t -> t.n() >= 0).map(Tally::add).get());
    add(rows, "an optional in an optional", k -> Optional.of(Optional.of(TALLY)).flatMap(o -> o).get().add());
    add(rows, "a stream, flattened", k -> Stream.of(TALLIES, TALLIES).flatMap(List::stream).forEach(Tally::add));
    add(rows, "a stream, mapped to many", k -> Stream.of(TALLIES).<Tally>mapMulti((l, out) -> l.forEach(out)).forEach(Tally::add));
    add(rows, "a stream, the first", k -> TALLIES.stream().filter(t -> t.n() >= 0).findFirst().get().add());
    add(rows, "a stream, iterated", k -> Stream.iterate(1, n -> n < 3, n -> n + add()).toList());
    add(rows, "a stream, generated", k -> Stream.generate(DailyJava::add).limit(2).toList());
    add(rows, "a stream of numbers, boxed", k -> IntStream.range(0, 2).map(n -> add()).boxed().toList());
    add(rows, "a stream of numbers, as objects", k -> IntStream.range(0, 1).mapToObj(TALLIES::get).forEach(Tally::add));
    add(rows, "a stream, by its iterator", k -> TALLIES.stream().iterator().next().add());
    add(rows, "a stream as an array", k -> TALLIES.stream().toArray(Tally[]::new)[0].add());
    add(rows, "a stream, collected to a map", k ->
        TALLIES.stream().collect(Collectors.toMap(t -> k, t -> t)).get(k).add());
    add(rows, "a stream, grouped and counted", k ->
        TALLIES.stream().collect(Collectors.groupingBy(Tally::add, TreeMap::new, Collectors.counting())));
    add(rows, "a stream, grouped in a map with a comparator", k ->
        Stream.of(k, k + "y").collect(Collectors.groupingBy(
            s -> s, () -> new TreeMap<>((a, b) -> add() - 1), Collectors.toList())));
    add(rows, "a stream, partitioned", k ->
        TALLIES.stream().collect(Collectors.partitioningBy(t -> true)).get(true).get(0).add());
    add(rows, "a stream, collected and then", k ->
        TALLIES.stream().collect(Collectors.collectingAndThen(Collectors.toList(), l -> l.get(0))).add());
    add(rows, "a stream, collected twice", k ->
        TALLIES.stream().collect(Collectors.teeing(Collectors.toList(), Collectors.counting(), (l, n) -> l.get(0))).add());
    add(rows, "a stream, mapped and collected", k ->
        TALLIES.stream().collect(Collectors.mapping(Tally::add, Collectors.toSet())));
    add(rows, "a stream, reduced", k -> TALLIES.stream().reduce(new Tally(), (a, b) -> b).add());
    add(rows, "a stream, summarised", k -> TALLIES.stream().mapToInt(Tally::add).summaryStatistics());
    add(rows, "a stream that is closed", k -> {
      try (var s = Stream.of(1).onClose(DailyJava::add)) {
        s.count();
      }
    });
    add(rows, "a stream, in a window of a condition", k -> TALLIES.stream().takeWhile(t -> t.add() < 0).toList());
    add(rows, "streams, one after the other", k -> Stream.concat(TALLIES.stream(), TALLIES.stream()).forEach(Tally::add));
    add(rows, "an array as a stream", k -> Arrays.stream(new Tally[] {TALLY}).forEach(Tally::add));
    add(rows, "a copy of a list", k -> new ArrayList<>(TALLIES).get(0).add());
    add(rows, "a copy of a list that cannot change", k -> List.copyOf(TALLIES).get(0).add());
    add(rows, "a map by identity", k -> {
      var map = new IdentityHashMap<Tally, String>();
      map.put(TALLY, k);
      map.keySet().iterator().next().add();
    });
    add(rows, "a singleton", k -> Collections.singleton(TALLY).iterator().next().add());
    add(rows, "several copies", k -> Collections.nCopies(2, TALLY).get(1).add());
    add(rows, "a view of a new list that cannot change", k -> Collections.unmodifiableCollection(new HashSet<>(TALLIES)).forEach(Tally::add));
    add(rows, "a finally", k -> {
      try {
        Objects.requireNonNull(k);
      } finally {
        count++;
      }
    });
    add(rows, "a resource", k -> {
      try (AutoCloseable c = DailyJava::add) {
        c.hashCode();
      } catch (Exception e) {
        throw new RuntimeException(e);
      }
    });
    add(rows, "a lock of its own", k -> {
      synchronized (TALLY) {
        TALLY.add();
      }
    });
    add(rows, "a conditional of objects", k -> (k.isEmpty() ? new Tally() : TALLY).add());
    add(rows, "a variable of a loop that a function captured", k -> {
      var fs = new ArrayList<Runnable>();
      for (var t : TALLIES) fs.add(t::add);
      for (var f : fs) f.run();
    });
    add(rows, "an array of several dimensions", k -> {
      var grid = new Tally[][] {{TALLY}};
      grid[0][0].add();
    });
    add(rows, "an array, cloned", k -> new Tally[] {TALLY}.clone()[0].add());
    add(rows, "an array, copied", k -> Arrays.copyOf(new Tally[] {TALLY}, 2)[0].add());
    add(rows, "an array, filled", k -> {
      var a = new Tally[1];
      Arrays.fill(a, TALLY);
      a[0].add();
    });
    add(rows, "an array, set by a function", k -> {
      var a = new Tally[1];
      Arrays.setAll(a, n -> TALLY);
      a[0].add();
    });
    add(rows, "a local class that captures", k -> {
      var n = TALLY;
      class Local {
        void go() {
          n.add();
        }
      }
      new Local().go();
    });
    add(rows, "an anonymous class with an initialiser", k -> new HashMap<String, Integer>() {
      {
        put(k, add());
      }
    });
    add(rows, "a ternary of functions", k -> {
      BiFunction<Integer, Integer, Integer> f = k.isEmpty() ? Integer::sum : (a, b) -> add();
      f.apply(1, 2);
    });
    add(rows, "an exception's suppressed ones", k -> {
      var e = new RuntimeException();
      e.addSuppressed(new Telling(TALLY));
      for (var s : e.getSuppressed()) if (s instanceof Telling t) t.about.add();
    });
    add(rows, "an exception's cause", k -> {
      try {
        throw new RuntimeException(new Telling(TALLY));
      } catch (RuntimeException e) {
        if (e.getCause() instanceof Telling t) t.about.add();
      }
    });
    return rows;
  }

  static final class Telling extends RuntimeException {
    final Tally about;

    Telling(Tally about) {
      this.about = about;
    }
  }

  private static void add(Collection<Row> rows, String name, Consumer<String> handler) {
    rows.add(Row.ofJava("Java: " + name, handler));
  }

  private static void add(Collection<Row> rows, String name, Object used, Consumer<String> handler) {
    rows.add(Row.ofJava("Java: " + name, used, handler));
  }
}
