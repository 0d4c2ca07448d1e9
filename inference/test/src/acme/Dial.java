package acme;

/** Constants, one of which changes. */
public enum Dial {
  FIXED,
  TURNING {
    private int angle;

    @Override
    public int turn() {
      return ++angle;
    }
  };

  public int turn() {
    return 0;
  }
}
