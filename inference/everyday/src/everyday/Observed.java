package everyday;

import java.util.ArrayList;
import java.util.EventListener;
import java.util.List;

/** Objects that tell others of changes, as the JDK has them and as people write them. */
public final class Observed {
  static final Tally TALLY = new Tally();

  @SuppressWarnings("deprecation")
  static final class Price extends java.util.Observable {
    void set(String s) {
      setChanged();
      notifyObservers(s);
    }
  }

  @SuppressWarnings("deprecation")
  static final class Counting implements java.util.Observer {
    @Override
    public void update(java.util.Observable o, Object arg) {
      TALLY.add();
    }
  }

  interface Listener extends EventListener {
    void changed(String s);
  }

  static final class Own {
    private final List<Listener> listeners = new ArrayList<>();

    void listen(Listener l) {
      listeners.add(l);
    }

    void change(String s) {
      for (var l : listeners) l.changed(s);
    }
  }

  static final class Outer {
    private int n;

    final class Inner {
      void go() {
        n++;
      }
    }
  }

  private static final Price PRICE = new Price();
  private static final Own OWN = new Own();
  private static final Outer OUTER = new Outer();
  private static final Outer.Inner INNER = OUTER.new Inner();

  static {
    PRICE.addObserver(new Counting());
    OWN.listen(s -> TALLY.add());
  }

  public static List<Row> rows() {
    return List.of(
        Row.ofJava("Java: an Observable with an Observer", k -> PRICE.set(k)),
        Row.ofJava("Java: listeners in a list", k -> OWN.change(k)),
        Row.ofJava("Java: an inner object", k -> INNER.go()));
  }
}
