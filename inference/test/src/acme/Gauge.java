package acme;

/** Constants that change. */
public enum Gauge {
  LEFT,
  RIGHT;

  private int level;

  public int raise() {
    return ++level;
  }
}
