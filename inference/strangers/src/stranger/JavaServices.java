package stranger;

import static stranger.Service.both;
import static stranger.Service.expect;

import eddy.state.SharedCounter;
import eddy.state.SharedMap;
import eddy.state.SharedRef;
import java.nio.CharBuffer;
import java.util.AbstractList;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PrimitiveIterator;
import java.util.Queue;
import java.util.Random;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Limits, feeds, jobs, metrics and caches in Java. Long because it is a list. */
public final class JavaServices {
  private JavaServices() {}

  private static int served;
  private static final Map<String, Integer> HITS = new HashMap<>();

  public static Service statics() {
    served = 0;
    HITS.clear();
    return Service.of(
        "Java: static counters",
        n -> both(expect("served", served, 2L * n), expect("hits", HITS.values().stream().mapToInt(x -> x).sum(), n)),
        i -> {
          served++;
          HITS.merge("/p" + i % 3, 1, Integer::sum);
        },
        i -> served += 1);
  }

  static final class Bucket {
    private double tokens = 10;
    private int taken;

    boolean take() {
      if (tokens < 1) return false;
      tokens--;
      taken++;
      return true;
    }

    void refill(double n) {
      tokens = Math.min(10, tokens + n);
    }
  }

  public static Service buckets() {
    Map<Integer, Bucket> buckets = new HashMap<>();
    var granted = new int[1];
    Task request =
        i -> {
          if (buckets.computeIfAbsent(i % 3, k -> new Bucket()).take()) granted[0]++;
        };
    return Service.of(
        "Java: a token bucket for each client",
        n -> expect("tokens", buckets.values().stream().mapToInt(b -> b.taken).sum(), granted[0]),
        request,
        request,
        i -> buckets.forEach((client, bucket) -> bucket.refill(0.5)));
  }

  static final class Lru<K, V> extends LinkedHashMap<K, V> {
    private final int limit;

    Lru(int limit) {
      super(16, 0.75f, true);
      this.limit = limit;
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
      return size() > limit;
    }
  }

  public static Service lru() {
    Map<Integer, Integer> cache = new Lru<>(8);
    var counts = new int[2];
    Task get =
        i -> {
          var key = i * 5 % 13;
          if (cache.get(key) != null) counts[0]++;
          else {
            counts[1]++;
            cache.put(key, i);
          }
        };
    return Service.of(
        "Java: a cache in the order of use",
        n -> both(expect("requests", counts[0] + counts[1], 2L * n), cache.size() <= 8 ? null : "too large"),
        get,
        get);
  }

  /** Doubly linked by hand. */
  static final class Chain {
    private static final class Node {
      final int value;
      Node before;
      Node after;

      Node(int value) {
        this.value = value;
      }
    }

    private Node first;
    private Node last;
    private int size;

    void addLast(int value) {
      var node = new Node(value);
      if (last == null) first = node;
      else {
        last.after = node;
        node.before = last;
      }
      last = node;
      size++;
    }

    Integer removeFirst() {
      if (first == null) return null;
      var node = first;
      first = node.after;
      if (first == null) last = null;
      else first.before = null;
      size--;
      return node.value;
    }

    int count() {
      int n = 0;
      for (var node = last; node != null; node = node.before) n++;
      return n;
    }
  }

  public static Service chain() {
    var chain = new Chain();
    var removed = new int[1];
    return Service.of(
        "Java: a list linked by hand",
        n -> both(expect("size", chain.size + removed[0], 2L * n), expect("nodes", chain.count(), chain.size)),
        chain::addLast,
        i -> chain.addLast(-i),
        i -> {
          if (chain.removeFirst() != null) removed[0]++;
        });
  }

  public static Service feed() {
    Map<String, Queue<Integer>> feeds = new HashMap<>();
    var read = new int[1];
    return Service.of(
        "Java: feeds filled on demand",
        n -> expect("posts", feeds.values().stream().mapToInt(Queue::size).sum() + read[0], 2L * n),
        i -> Stream.of("ann", "bob").forEach(u -> feeds.computeIfAbsent(u, x -> new ArrayDeque<>()).add(i)),
        i -> {
          var feed = feeds.get(i % 2 == 0 ? "ann" : "bob");
          if (feed != null && feed.poll() != null) read[0]++;
        });
  }

  public static Service board() {
    record Score(String player, int points) {}
    SortedSet<Score> ranking = new TreeSet<>(Comparator.comparingInt(Score::points).reversed().thenComparing(Score::player));
    Map<String, Score> scores = new HashMap<>();
    Task score =
        i -> {
          var player = "p" + i % 7;
          var old = scores.getOrDefault(player, new Score(player, 0));
          ranking.remove(old);
          var now = new Score(player, old.points() + 1);
          scores.put(player, now);
          ranking.add(now);
        };
    return Service.of(
        "Java: a ranking of records",
        n -> both(
            expect("points", ranking.stream().mapToInt(Score::points).sum(), 2L * n),
            expect("players", ranking.size(), scores.size())),
        score,
        i -> score.handle(i + 3));
  }

  public static Service weighted() {
    int[] weights = new int[8];
    List<Integer> order = new ArrayList<>(IntStream.range(0, 8).boxed().toList());
    return Service.of(
        "Java: an order by weights that change",
        n -> both(
            expect("weights", Arrays.stream(weights).sum(), n),
            expect("servers", order.stream().distinct().count(), 8)),
        i -> {
          order.sort(Comparator.comparingInt(s -> weights[s]));
          weights[order.get(0)]++;
        },
        i -> Collections.shuffle(order, new Random(i)));
  }

  public static Service copies() {
    var box = new Object() {
      List<Integer> items = List.of();
    };
    Task add =
        i -> {
          var copy = new ArrayList<>(box.items);
          copy.add(i);
          box.items = Collections.unmodifiableList(copy);
        };
    return Service.of("Java: a list copied on write", n -> expect("items", box.items.size(), 2L * n), add, i -> add.handle(-i));
  }

  static final class Version<T> {
    private T value;
    private int version;

    Version(T value) {
      this.value = value;
    }

    synchronized boolean replace(int expected, UnaryOperator<T> change) {
      if (version != expected) return false;
      value = change.apply(value);
      version++;
      return true;
    }

    synchronized int version() {
      return version;
    }
  }

  public static Service versions() {
    var document = new Version<>("");
    return Service.of(
        "Java: a version read and then replaced",
        n -> both(expect("version", document.version(), 2L * n), expect("text", document.value.length(), 3L * n)),
        i -> {
          if (!document.replace(document.version(), text -> text + "a")) throw new IllegalStateException("conflict");
        },
        i -> {
          if (!document.replace(document.version(), text -> text + "bb")) throw new IllegalStateException("conflict");
        });
  }

  public static Service visitor() {
    var state = new HashMap<String, Integer>();
    var net = new int[1];
    Consumer<Event> apply =
        event -> {
          switch (event) {
            case Added(var name, var count) -> {
              state.merge(name, count, Integer::sum);
              net[0] += count;
            }
            case Removed(var name) -> {
              var old = state.remove(name);
              if (old != null) net[0] -= old;
            }
          }
        };
    return Service.of(
        "Java: sealed events and patterns",
        n -> expect("sum", state.values().stream().mapToInt(x -> x).sum(), net[0]),
        i -> apply.accept(new Added("k" + i % 5, i)),
        i -> apply.accept(i % 4 == 0 ? new Removed("k" + i % 3) : new Added("x", 1)));
  }

  sealed interface Event {}

  record Added(String name, int count) implements Event {}

  record Removed(String name) implements Event {}

  public static Service memo() {
    var computed = new int[1];
    Map<Integer, Long> known = new HashMap<>();
    var fibonacci =
        new Function<Integer, Long>() {
          @Override
          public Long apply(Integer n) {
            var cached = known.get(n);
            if (cached != null) return cached;
            computed[0]++;
            long result = n < 2 ? n : apply(n - 1) + apply(n - 2);
            known.put(n, result);
            return result;
          }
        };
    return Service.of(
        "Java: a recursive function with a memory",
        n -> expect("computed", computed[0], known.size()),
        i -> fibonacci.apply(i % 30),
        i -> fibonacci.apply(20));
  }

  public static Service ids() {
    PrimitiveIterator.OfInt ids = IntStream.iterate(1, x -> x + 1).iterator();
    List<Integer> issued = new ArrayList<>();
    Task issue = i -> issued.add(ids.nextInt());
    return Service.of("Java: ids of an endless stream", n -> expect("ids", issued.stream().distinct().count(), 2L * n), issue, issue);
  }

  static final class Sequence implements IntSupplier {
    private int next;

    @Override
    public int getAsInt() {
      return next++;
    }
  }

  public static Service sequence() {
    IntSupplier sequence = new Sequence();
    var sum = new long[1];
    return Service.of(
        "Java: a sequence behind an interface of the JDK",
        n -> expect("sum", sum[0], n * (2L * n - 1)),
        i -> sum[0] += sequence.getAsInt(),
        i -> {
          int id = sequence.getAsInt();
          sum[0] += id;
        });
  }

  public static Service ring() {
    class Ring extends AbstractList<Integer> {
      private final Integer[] items = new Integer[16];
      private int start;
      private int size;

      @Override
      public Integer get(int index) {
        Objects.checkIndex(index, size);
        return items[(start + index) % items.length];
      }

      @Override
      public int size() {
        return size;
      }

      @Override
      public boolean add(Integer item) {
        if (size == items.length) {
          start = (start + 1) % items.length;
          size--;
          lost++;
        }
        items[(start + size) % items.length] = item;
        size++;
        return true;
      }

      int lost;
    }
    var ring = new Ring();
    return Service.of(
        "Java: a ring that is a list",
        n -> expect("items", ring.size() + ring.lost, 3L * n),
        ring::add,
        i -> Collections.addAll(ring, i, -i));
  }

  public static Service histogram() {
    int[] counts = new int[10];
    Map<Boolean, List<Integer>> parts = new HashMap<>(Map.of(true, new ArrayList<>(), false, new ArrayList<>()));
    return Service.of(
        "Java: numbers collected into existing places",
        n -> both(expect("counts", IntStream.of(counts).sum(), 4L * n), expect("parts", parts.values().stream().mapToInt(List::size).sum(), 3L * n)),
        i -> IntStream.range(i, i + 4).map(x -> x % 10).forEach(x -> counts[x]++),
        i -> Stream.of(i, i + 1, i + 2).collect(Collectors.partitioningBy(x -> x % 2 == 0)).forEach((even, all) -> parts.get(even).addAll(all)));
  }

  public static Service collector() {
    List<Integer> sink = new ArrayList<>();
    List<String> names = new ArrayList<>();
    return Service.of(
        "Java: streams that end in shared lists",
        n -> both(expect("sink", sink.size(), 5L * n), expect("names", names.size(), 2L * n)),
        i -> IntStream.range(0, 3).boxed().collect(() -> sink, List::add, List::addAll),
        i -> Stream.of("a", "b").peek(names::add).map(String::length).forEachOrdered(sink::add));
  }

  public static Service strategies() {
    var total = new int[1];
    Map<String, BiFunction<Integer, Integer, Integer>> operations =
        Map.of("+", Integer::sum, "max", Math::max, "log", (a, b) -> {
          total[0]++;
          return a;
        });
    var value = new int[1];
    return Service.of(
        "Java: strategies in an immutable map",
        n -> both(expect("log", total[0], n), expect("value", value[0], n)),
        i -> value[0] = operations.get("log").apply(value[0], i),
        i -> value[0] = operations.get("+").apply(value[0], 1));
  }

  static class Node {
    final String name;
    private final Map<String, Node> children = new HashMap<>();
    private int visits;

    Node(String name) {
      this.name = name;
    }

    void visit(Iterator<String> path) {
      visits++;
      if (path.hasNext()) children.computeIfAbsent(path.next(), Node::new).visit(path);
    }

    int total() {
      return visits + children.values().stream().mapToInt(Node::total).sum();
    }
  }

  public static Service tree() {
    var root = new Node("/");
    return Service.of(
        "Java: visits in a tree of paths",
        n -> expect("visits", root.total(), 5L * n),
        i -> root.visit(List.of("a", "b" + i % 3).iterator()),
        i -> root.visit(Arrays.asList("c").iterator()));
  }

  public static Service observers() {
    List<Consumer<Integer>> observers = new ArrayList<>();
    var sums = new int[2];
    observers.add(x -> sums[0] += x);
    observers.add(x -> sums[1] -= x);
    return Service.of(
        "Java: observers in a list",
        n -> both(expect("sum", sums[0], n), expect("difference", sums[1], -n)),
        i -> observers.forEach(o -> o.accept(1)),
        i -> {
          for (var observer : observers) observer.accept(0);
        });
  }

  public static Service wrapped() {
    Map<String, Integer> counts = Collections.synchronizedMap(new HashMap<>());
    Task count = i -> counts.put("k" + i % 3, counts.getOrDefault("k" + i % 3, 0) + 1);
    return Service.of(
        "Java: a synchronized map, read and then written",
        n -> expect("counts", counts.values().stream().mapToInt(x -> x).sum(), 2L * n),
        count,
        count);
  }

  public static Service sharedMap() {
    SharedMap<Integer, Integer> stock = new SharedMap<>();
    for (int i = 0; i < 5; i++) stock.put(i, 100);
    var sold = new SharedCounter(0);
    Task sell =
        i -> {
          int left = stock.apply(i % 5);
          if (left > 0) {
            stock.put(i % 5, left - 1);
            sold.increment();
          }
        };
    return Service.of(
        "Java: a shared map read and written",
        n -> {
          int left = 0;
          for (int i = 0; i < 5; i++) left += stock.apply(i);
          return expect("stock", left + sold.value(), 500);
        },
        sell,
        sell);
  }

  public static Service sharedRef() {
    var state = new SharedRef<>(List.<Integer>of());
    Task add =
        i -> {
          var copy = new ArrayList<>(state.get());
          copy.add(i);
          state.set(List.copyOf(copy));
        };
    return Service.of("Java: a list in a shared ref", n -> expect("items", state.get().size(), 2L * n), add, i -> state.update(l -> Stream.concat(l.stream(), Stream.of(i)).toList()));
  }

  public static Service identity() {
    var weights = new IdentityHashMap<Object, Integer>();
    Object[] keys = {new Object(), new Object()};
    return Service.of(
        "Java: weights by identity",
        n -> expect("weights", weights.values().stream().mapToInt(x -> x).sum(), 3L * n),
        i -> weights.merge(keys[i % 2], 1, Integer::sum),
        i -> weights.put(keys[0], weights.getOrDefault(keys[0], 0) + 2));
  }

  public static Service chars() {
    var page = CharBuffer.allocate(2000);
    var log = new StringBuffer();
    return Service.of(
        "Java: text in buffers",
        n -> both(expect("page", page.position(), 2L * n), expect("log", log.length(), 3L * n)),
        i -> page.put("ab"),
        i -> log.append("xy").append('z'));
  }

  /** Parts that handlers find through a holder that is replaced. */
  static final class Holder {
    private LinkedHashSet<Integer> current = new LinkedHashSet<>();
    private final List<LinkedHashSet<Integer>> closed = new ArrayList<>();

    void add(int i) {
      current.add(i);
      if (current.size() >= 10) {
        closed.add(current);
        current = new LinkedHashSet<>();
      }
    }

    int size() {
      return current.size() + closed.stream().mapToInt(LinkedHashSet::size).sum();
    }
  }

  public static Service segments() {
    var holder = new Holder();
    return Service.of("Java: segments that are replaced", n -> expect("items", holder.size(), 2L * n), holder::add, i -> holder.add(i + 5000));
  }

  public final class Inner {
    private int n;

    void up() {
      n++;
      total++;
    }
  }

  private int total;

  public static Service inner() {
    var outer = new JavaServices();
    Inner a = outer.new Inner();
    Inner b = outer.new Inner();
    return Service.of(
        "Java: inner objects of one outer",
        n -> both(expect("total", outer.total, 2L * n), expect("parts", a.n + b.n, 2L * n)),
        i -> a.up(),
        i -> b.up());
  }

  public static Service varargs() {
    var parts = new ArrayList<List<Integer>>();
    class Batch {
      int size;

      @SafeVarargs
      final <T extends Number> int add(T... numbers) {
        for (T number : numbers) size += number.intValue();
        parts.add(List.of(numbers.length));
        return size;
      }
    }
    var batch = new Batch();
    return Service.of(
        "Java: varargs of a generic method",
        n -> both(expect("size", batch.size, 6L * n), expect("parts", parts.size(), 2L * n)),
        i -> batch.add(1, 2L),
        i -> batch.<Number>add(1.0, 1, (short) 1));
  }

  public static List<Supplier<Service>> services() {
    return List.of(
        JavaServices::statics, JavaServices::buckets, JavaServices::lru, JavaServices::chain, JavaServices::feed, JavaServices::board,
        JavaServices::weighted, JavaServices::copies, JavaServices::versions, JavaServices::visitor, JavaServices::memo,
        JavaServices::ids, JavaServices::sequence, JavaServices::ring, JavaServices::histogram, JavaServices::collector,
        JavaServices::strategies, JavaServices::tree, JavaServices::observers, JavaServices::wrapped, JavaServices::sharedMap,
        JavaServices::sharedRef, JavaServices::identity, JavaServices::chars, JavaServices::segments, JavaServices::inner,
        JavaServices::varargs);
  }
}
