package eddy.web.internal

/** How long the handlers of a route have run, and so whether they may run on the I/O thread. Any thread;
  * threads that write at once may lose each other's counts, which only takes longer to prove anything.
  *
  * A thousand short runs prove it; a run that is not short counts as two hundred against it, since on a busy
  * machine a thread may lose its core in the middle of a short run. One that held up an I/O thread costs the
  * route its proof, and the next one takes twice as many runs.
  */
private[eddy] final class RouteProfile:
  import RouteProfile.*

  @volatile private var score = 0
  @volatile private var strikes = 0

  // the share of long runs, of 65,536; the latest count most
  @volatile private var longShare = 0

  def isShort: Boolean = score >= Proven

  /** One run in two hundred, or more of late, takes milliseconds. */
  def isOftenLong: Boolean = longShare > OftenLong

  /** An event of a request ran for so long. */
  def took(nanos: Long): Unit =
    val present = longShare
    if nanos > MillisNanos then longShare = present + ((65_536 - present) >> 8)
    else if present > 0 then longShare = present - (present >> 8) - 1

  /** A handler ran for so long, on a worker or on an I/O thread. */
  def ran(nanos: Long): Unit =
    if nanos > LongNanos then strike()
    else if nanos > ShortNanos then score = math.max(score - Penalty, if score >= 0 then 0 else score)
    else if score < Most then score += 1

  /** It has run for so long that another thread had to take over. */
  def strike(): Unit =
    if score >= Proven then
      strikes = math.min(strikes + 1, MaxStrikes)
      score = -(Proven << strikes)
    else score = math.min(score, 0)
end RouteProfile

private[eddy] object RouteProfile:
  private[web] final val Proven = 1000
  private final val Most = 2 * Proven
  private final val OftenLong = 328
  private final val MillisNanos = 3_000_000L
  private final val Penalty = 200
  private final val MaxStrikes = 12
  private[internal] final val ShortNanos = 20_000L
  private[internal] final val LongNanos = 1_000_000L
