package holes;

/** Whose static initialiser changes something. */
public final class Starting {
  static {
    Common.map().put("started", 1);
  }

  public int number() {
    return 1;
  }
}
