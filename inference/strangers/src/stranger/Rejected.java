package stranger;

/** A request that a service turns down, which is no failure. */
public final class Rejected extends RuntimeException {
  public Rejected(String why) {
    super(why, null, false, false);
  }
}
