package eddy.bench.actors

import eddy.bench.actors.Reply.Done

/** A figure that is taken of every sample of a workload.
  *
  * @param name tells it from the other figures of its workload; empty for the only or main one
  * @param unit as it is shown
  * @param more whether more is better
  * @param of the figure of one sample, in `unit`; none when the contender did not tell
  * @param goal what Eddy ought to reach
  */
private[actors] final case class Metric(
    name: String,
    unit: String,
    more: Boolean,
    of: Done => Option[Double],
    goal: Option[Goal] = None
):
  /** How many times better `a` is than `b`. */
  def ratio(a: Double, b: Double): Double = if more then a / b else b / a

private[actors] object Metric:
  /** Millions of `each` operation's messages in a second. */
  def rate(unit: String, each: Double = 1, goal: Option[Goal] = None): Metric =
    Metric("", s"M $unit/s", more = true, d => Some(d.n * each * 1e3 / d.nanos), goal)

  /** CPU time of the contender's processes, in µs for one message. The system tells it to 10 ms. */
  def cpu(each: Double): Metric =
    Metric("cpu", "µs/msg", more = false, d => d.extras.get("cpu").map(_ / 1e3 / (d.n * each)))

  /** Of an extra in nanoseconds, which names it. */
  def micros(name: String, goal: Option[Goal] = None): Metric =
    Metric(name, "µs", more = false, _.extras.get(name).map(_ / 1e3), goal)

  def millis(goal: Option[Goal] = None): Metric =
    Metric("", "ms", more = false, d => Some(d.nanos / 1e6), goal)

/** What Eddy ought to reach in one run. */
private[actors] enum Goal derives CanEqual:
  /** So many times better than the best of these; less than one allows Eddy to be worse. */
  case Times(atLeast: Double, against: Seq[String])

  /** For each of these peers so many times better than it. */
  case Floors(times: Seq[(peer: String, atLeast: Double)])

  /** Whatever others reach. */
  case AtMost(limit: Double)

  /** Likewise. */
  case AtLeast(limit: Double)
