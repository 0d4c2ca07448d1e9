package crossings;

/** Parts that only Java has. */
public final class Shapes {
  private Shapes() {}

  public record Pair(String name, Counter counter) {
    public Pair {
      counter.add();
    }

    public int next() {
      return counter.add();
    }
  }

  public static final class Totals {
    public static int sum;
    protected int own;

    public static void bump() {
      sum++;
    }
  }

  public interface Hits {
    Counter counter();

    default int hit() {
      return counter().add();
    }

    static int hitTwice(Hits h) {
      return h.hit() + h.hit();
    }
  }

  public enum Op {
    PLUS {
      @Override
      int apply(int n) {
        calls++;
        return n + 1;
      }
    },
    MINUS {
      @Override
      int apply(int n) {
        return n - 1;
      }
    };

    public int calls;

    abstract int apply(int n);
  }

  public static int apply(Op op, int n) {
    return op.apply(n);
  }

  public sealed interface Shape permits Square, Circle {}

  public record Square(Counter side) implements Shape {}

  public record Circle(Counter radius) implements Shape {}

  public static void grow(Shape shape) {
    switch (shape) {
      case Square(Counter side) -> side.add();
      case Circle(Counter radius) -> radius.add();
    }
  }

  public static final class Node<T extends Counter> {
    public T value;
    public Node<T> next;

    public Node(T value) {
      this.value = value;
    }

    public class Cursor {
      public void go() {
        value.add();
      }
    }
  }
}
