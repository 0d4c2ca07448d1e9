package subjects;

/** As many enums of Java applications are: with a count that changes. */
public enum Planet {
  MARS, VENUS;

  private int ticks;

  public void tick() { ticks++; }
}
