package eddy.bench

/** When each event of an open-loop load is due: at a fixed rate from a start, whatever became of the events before.
  *
  * Latency is taken from the moment an event was due, not from the moment it was sent. A server that stalls for a second
  * is thus charged with the wait of all that was due meanwhile ("coordinated omission", as Gil Tene calls the mistake).
  */
final case class Schedule(perSecond: Double, count: Long):
  /** Nanoseconds from the start. */
  def dueNanos(event: Long): Long = (event * 1e9 / perSecond).toLong

  def seconds: Double = count / perSecond
