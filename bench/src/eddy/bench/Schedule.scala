package eddy.bench

/** When each event of an open-loop load is due, whatever became of the events before.
  *
  * Latency is taken from the moment an event was due, not from the moment it was sent. A server that stalls for a second
  * is thus charged with the wait of all that was due meanwhile ("coordinated omission", as Gil Tene calls the mistake).
  */
private[bench] sealed trait Timetable:
  def count: Long

  /** Nanoseconds from the start; never less than that of the event before. */
  def dueNanos(event: Long): Long

  def seconds: Double

/** A fixed rate. */
final case class Schedule(perSecond: Double, count: Long) extends Timetable:
  def dueNanos(event: Long): Long = (event * 1e9 / perSecond).toLong

  def seconds: Double = count / perSecond

private[bench] object Schedule:
  def during(perSecond: Double, seconds: Double): Schedule =
    Schedule(perSecond, math.max(1, (perSecond * seconds).toLong))

/** A rate that rises from nothing to `topPerSecond` evenly. */
private[bench] final case class Rising(topPerSecond: Double, seconds: Double) extends Timetable:
  val count: Long = math.max(1, (topPerSecond * seconds / 2).toLong)

  def dueNanos(event: Long): Long = (math.sqrt(2 * event * seconds / topPerSecond) * 1e9).toLong

  /** The rate at that moment. */
  def rate(nanos: Long): Double = topPerSecond * nanos / 1e9 / seconds
