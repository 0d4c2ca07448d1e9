package stranger;

import static stranger.Service.both;
import static stranger.Service.expect;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.ListIterator;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Carts, accounts, seats and orders in Java. Long because it is a list: no service needs another one. */
public final class JavaShops {
  private JavaShops() {}

  public record Line(int sku, int quantity) {
    Line plus(int n) {
      return new Line(sku, quantity + n);
    }
  }

  static final class Cart {
    private final Map<Integer, Line> lines = new LinkedHashMap<>();

    void add(int sku) {
      lines.merge(sku, new Line(sku, 1), (old, one) -> old.plus(one.quantity()));
    }

    void removeAll(int sku) {
      var line = lines.remove(sku);
      if (line != null) removed += line.quantity();
    }

    private int removed;

    int items() {
      return removed + lines.values().stream().mapToInt(Line::quantity).sum();
    }
  }

  public static Service cart() {
    var cart = new Cart();
    return Service.of("Java: cart of records", n -> expect("items", cart.items(), n), i -> cart.add(i % 4), i -> cart.removeAll(i % 3));
  }

  public static class Account {
    protected long balance;
    private final List<Long> history = new ArrayList<>();

    Account(long balance) {
      this.balance = balance;
    }

    void deposit(long n) {
      history.add(n);
      balance += n;
    }

    void withdraw(long n) {
      if (balance < n) throw new Rejected("funds");
      deposit(-n);
    }

    long sum() {
      return history.stream().mapToLong(Long::longValue).sum();
    }
  }

  public static final class Credit extends Account {
    private final long limit;
    private int overdrafts;

    Credit(long limit) {
      super(0);
      this.limit = limit;
    }

    @Override
    void withdraw(long n) {
      if (balance + limit < n) throw new Rejected("limit");
      if (balance < n) overdrafts++;
      super.deposit(-n);
    }
  }

  public static Service accounts() {
    Account cash = new Account(500);
    Account credit = new Credit(500);
    return Service.of(
        "Java: accounts with an overridden withdrawal",
        n -> both(expect("money", cash.balance + credit.balance, 500), expect("history", cash.sum() + credit.sum(), 0)),
        i -> {
          cash.withdraw(i % 7);
          credit.deposit(i % 7);
        },
        i -> {
          credit.withdraw(5);
          cash.deposit(5);
        });
  }

  public static Service ledger() {
    Map<String, Long> sums = new TreeMap<>();
    long[] entries = {0};
    return Service.of(
        "Java: double entry with compute",
        n -> both(expect("sum", sums.values().stream().mapToLong(x -> x).sum(), 0), expect("entries", entries[0], 2L * n)),
        i -> {
          sums.compute("cash", (k, v) -> v == null ? i : v + i);
          sums.compute("cost" + i % 3, (k, v) -> v == null ? -i : v - i);
          entries[0]++;
        },
        i -> {
          sums.put("cash", sums.getOrDefault("cash", 0L) - 3);
          sums.put("rent", sums.getOrDefault("rent", 0L) + 3);
          entries[0]++;
        });
  }

  enum Size {
    SMALL(1),
    LARGE(3);

    private final int weight;
    private int sold;

    Size(int weight) {
      this.weight = weight;
    }

    void sell() {
      sold += weight;
    }
  }

  public static Service sizes() {
    for (var size : Size.values()) size.sold = 0;
    return Service.of(
        "Java: counters in constants of an enum",
        n -> expect("sold", Size.SMALL.sold + Size.LARGE.sold, 4L * n),
        i -> Size.SMALL.sell(),
        i -> Size.valueOf("LARGE").sell());
  }

  enum Phase {
    NEW,
    PAID,
    SENT
  }

  static final class Orders {
    private final Map<Integer, Phase> phases = new HashMap<>();
    private final EnumMap<Phase, Integer> counts = new EnumMap<>(Phase.class);

    private void move(int id, Phase to) {
      var from = phases.put(id, to);
      if (from != null) counts.merge(from, -1, Integer::sum);
      counts.merge(to, 1, Integer::sum);
    }

    void place(int id) {
      move(id, Phase.NEW);
    }

    void advance(int id) {
      switch (phases.get(id)) {
        case null -> throw new Rejected("unknown");
        case NEW -> move(id, Phase.PAID);
        case PAID -> move(id, Phase.SENT);
        case SENT -> {}
      }
    }

    boolean agrees() {
      var groups = phases.values().stream().collect(Collectors.groupingBy(p -> p, Collectors.counting()));
      return Arrays.stream(Phase.values())
          .allMatch(p -> counts.getOrDefault(p, 0).longValue() == groups.getOrDefault(p, 0L));
    }
  }

  public static Service orders() {
    var orders = new Orders();
    return Service.of(
        "Java: phases counted in an EnumMap",
        n -> both(expect("orders", orders.phases.size(), n), orders.agrees() ? null : "counts differ"),
        orders::place,
        i -> orders.advance(i / 2),
        i -> orders.advance(i / 3));
  }

  public static Service seats() {
    var rows = new boolean[5][20];
    var taken = new ArrayList<int[]>();
    Task book =
        i -> {
          for (int r = 0; r < rows.length; r++)
            for (int s = 0; s < rows[r].length; s++)
              if (!rows[r][s]) {
                rows[r][s] = true;
                taken.add(new int[] {r, s});
                return;
              }
          throw new Rejected("full");
        };
    Task cancel =
        i -> {
          if (taken.isEmpty()) return;
          var seat = taken.remove(taken.size() / 2);
          rows[seat[0]][seat[1]] = false;
        };
    return Service.of(
        "Java: seats in a matrix",
        n -> {
          int set = 0;
          for (var row : rows) for (var seat : row) if (seat) set++;
          return expect("seats", set, taken.size());
        },
        book,
        cancel,
        book);
  }

  public static Service stock() {
    NavigableMap<Integer, Integer> stock = new TreeMap<>(Comparator.reverseOrder());
    for (int i = 0; i < 10; i++) stock.put(i, 50);
    var sold = new int[1];
    return Service.of(
        "Java: stock through entries of a sub map",
        n -> expect("pieces", stock.values().stream().mapToInt(x -> x).sum() + sold[0], 500),
        i -> {
          for (var entry : stock.headMap(i % 10, true).entrySet()) {
            if (entry.getValue() > 0) {
              entry.setValue(entry.getValue() - 1);
              sold[0]++;
            }
          }
        },
        i -> {
          var first = stock.firstEntry();
          if (first.getValue() > 0) {
            stock.descendingMap().put(first.getKey(), first.getValue() - 1);
            sold[0] += 1;
          }
        });
  }

  public static Service inventory() {
    List<String> shelf = new LinkedList<>(List.of("a", "b", "c", "d"));
    List<String> road = new ArrayList<>();
    return Service.of(
        "Java: things moved by iterators",
        n -> expect("things", shelf.size() + road.size(), 4 + n),
        i -> {
          Iterator<String> things = shelf.iterator();
          while (things.hasNext()) {
            var thing = things.next();
            if (thing.hashCode() % 3 == i % 3) {
              things.remove();
              road.add(thing);
            }
          }
        },
        i -> {
          ListIterator<String> things = road.listIterator();
          if (things.hasNext()) {
            var thing = things.next();
            things.remove();
            shelf.add(0, thing);
          }
          shelf.add("n" + i);
        },
        i -> Collections.rotate(shelf, 1),
        i -> {
          if (shelf.size() > 1) Collections.swap(shelf, 0, shelf.size() - 1);
        });
  }

  public static Service coupons() {
    class Coupon {
      int left = 60;

      boolean use() {
        return left > 0 && left-- > 0;
      }
    }
    var coupons = List.of(new Coupon(), new Coupon());
    var used = new int[] {0, 0};
    return Service.of(
        "Java: coupons of a local class",
        n -> both(expect("first", coupons.get(0).left + used[0], 60), expect("second", coupons.get(1).left + used[1], 60)),
        i -> {
          if (coupons.get(i & 1).use()) used[i & 1]++;
        },
        i -> coupons.stream().filter(c -> c.left > 10).findFirst().filter(Coupon::use).ifPresent(c -> used[coupons.indexOf(c)]++));
  }

  interface Priced {
    int price();

    List<Integer> LOG = new ArrayList<>();

    default int charge() {
      LOG.add(price());
      return price();
    }
  }

  public static Service priced() {
    Priced.LOG.clear();
    var revenue = new int[1];
    Priced book = () -> 12;
    Priced pen =
        new Priced() {
          private int price = 1;

          @Override
          public int price() {
            return price;
          }
        };
    return Service.of(
        "Java: a default method and a list in an interface",
        n -> both(expect("charges", Priced.LOG.size(), 2L * n), expect("revenue", revenue[0], 13L * n)),
        i -> revenue[0] += book.charge(),
        i -> revenue[0] += pen.charge());
  }

  public static Service auction() {
    var best = new Object() {
      Optional<Integer> bid = Optional.empty();
      int accepted;
    };
    Task bid =
        i -> {
          if (best.bid.map(b -> b < i).orElse(true)) {
            best.bid = Optional.of(i);
            best.accepted++;
          }
        };
    return Service.of(
        "Java: the best bid in an anonymous object",
        n -> both(expect("best", best.bid.orElse(-1), n - 1), best.accepted <= n ? null : "too many: " + best.accepted),
        bid,
        bid);
  }

  static final class Receipts implements AutoCloseable {
    private static final StringBuilder OUT = new StringBuilder();

    Receipts() {
      OUT.append('[');
    }

    void print(int sku) {
      OUT.append(sku % 10);
    }

    @Override
    public void close() {
      OUT.append(']');
    }
  }

  public static Service receipts() {
    Receipts.OUT.setLength(0);
    return Service.of(
        "Java: receipts in a static builder",
        n -> {
          var text = Receipts.OUT.toString();
          return both(expect("length", text.length(), 3L * n + (n + 1) / 2 * 5 + n / 2 * 3), text.matches("(\\[\\d]|\\[\\d{3}])*") ? null : "torn");
        },
        i -> {
          try (var receipt = new Receipts()) {
            receipt.print(i);
          }
        },
        i -> {
          if (i % 2 == 0)
            try (var receipt = new Receipts()) {
              for (int k = 0; k < 3; k++) receipt.print(i + k);
            }
          else Receipts.OUT.append("[").append(i % 10).append("]").delete(0, 0);
        });
  }

  public static Service undo() {
    Deque<Runnable> undo = new ArrayDeque<>();
    var value = new int[1];
    var net = new int[1];
    return Service.of(
        "Java: commands that undo themselves",
        n -> expect("value", value[0], net[0]),
        i -> {
          value[0] += i;
          net[0] += i;
          undo.push(() -> {
            value[0] -= i;
            net[0] -= i;
          });
        },
        i -> {
          if (!undo.isEmpty()) undo.pop().run();
        });
  }

  public static Service waitlist() {
    Set<Integer> inside = new HashSet<>();
    PriorityQueue<Integer> waiting = new PriorityQueue<>(Comparator.comparingInt(i -> -i));
    var left = new int[1];
    return Service.of(
        "Java: a waiting list by priority",
        n -> both(expect("guests", inside.size() + waiting.size() + left[0], n), inside.size() <= 5 ? null : "too full"),
        i -> {
          if (inside.size() < 5) inside.add(i);
          else waiting.add(i);
        },
        i -> {
          var guest = inside.stream().findAny();
          guest.ifPresent(
              g -> {
                inside.remove(g);
                left[0]++;
                var next = waiting.poll();
                if (next != null) inside.add(next);
              });
        });
  }

  public static Service lazily() {
    class Lazy<T> implements Supplier<T> {
      private Supplier<T> maker;
      private T value;

      Lazy(Supplier<T> maker) {
        this.maker = maker;
      }

      @Override
      public T get() {
        if (maker != null) {
          value = maker.get();
          maker = null;
        }
        return value;
      }
    }
    var made = new int[1];
    var list =
        new Lazy<List<Integer>>(
            () -> {
              made[0]++;
              return new ArrayList<>();
            });
    return Service.of(
        "Java: a list made lazily",
        n -> both(expect("made", made[0], 1), expect("items", list.get().size(), 2L * n)),
        i -> list.get().add(i),
        i -> list.get().addAll(List.of(i)));
  }

  public static Service slots() {
    var free = new BitSet(64);
    free.set(0, 64);
    Map<Integer, Integer> owners = new HashMap<>();
    return Service.of(
        "Java: slots in a bit set",
        n -> expect("slots", free.cardinality() + owners.size(), 64),
        i -> {
          int slot = free.nextSetBit(i % 64);
          if (slot >= 0) {
            free.clear(slot);
            owners.put(slot, i);
          }
        },
        i -> owners.keySet().stream().findFirst().ifPresent(
            slot -> {
              owners.remove(slot);
              free.set(slot);
            }));
  }

  public static Service bundle() {
    List<Integer> numbers = new ArrayList<>(IntStream.range(0, 20).boxed().toList());
    var half = numbers.subList(5, 15);
    return Service.of(
        "Java: a part of a list",
        n -> expect("sum", numbers.stream().mapToInt(x -> x).sum(), 190 + 11L * n),
        i -> half.replaceAll(x -> x + 1),
        i -> numbers.set(i % 20, numbers.get(i % 20) + 1));
  }

  public static List<Supplier<Service>> services() {
    return List.of(
        JavaShops::cart, JavaShops::accounts, JavaShops::ledger, JavaShops::sizes, JavaShops::orders, JavaShops::seats,
        JavaShops::stock, JavaShops::inventory, JavaShops::coupons, JavaShops::priced, JavaShops::auction,
        JavaShops::receipts, JavaShops::undo, JavaShops::waitlist, JavaShops::lazily, JavaShops::slots, JavaShops::bundle);
  }
}
