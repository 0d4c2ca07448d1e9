package acme;

/** Constants that hold nothing that can change; one of them has a class of its own. */
public enum Grade {
  LOW,
  HIGH {
    @Override
    public int weight() {
      return 2;
    }
  };

  public int weight() {
    return 1;
  }
}
