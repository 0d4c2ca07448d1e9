package subjects;

/** Knows the object that was made last, and each the one that was made after it. */
final class LastMade {
  private static LastMade last;
  private LastMade next;

  LastMade(LastMade before) {
    if (before != null) before.next = this;
    last = this;
  }

  static LastMade last() {
    return last;
  }

  LastMade next() {
    return next;
  }
}
