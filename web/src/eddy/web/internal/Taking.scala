package eddy.web.internal

import scala.concurrent.duration.FiniteDuration

/** Bytes that wait for a client, on one connection or stream. On the I/O thread. */
private[eddy] trait Taking:
  /** Whether some waits now. */
  def waits: Boolean

  /** How many bytes the client has taken so far. */
  def taken: Long

/** Notices a client that takes what waits for it too slowly: over each period less than the lowest rate
  * allowed. To be looked at now and then, on the I/O thread; time in which nothing waits does not count. The
  * lowest rate is asked for at the end of a period.
  */
private[eddy] final class TakingPace(of: Taking, period: FiniteDuration, minBytesPerSecond: => Int):
  private var waited = false
  private var since = 0L
  private var takenThen = 0L

  def isTooSlow(now: Long): Boolean =
    if !of.waits then
      waited = false
      false
    else if !waited then
      waited = true
      begin(now)
      false
    else if now - since < period.toNanos then false
    else
      val isEnough = of.taken - takenThen >= (now - since) / 1e9 * minBytesPerSecond
      begin(now)
      !isEnough

  private def begin(now: Long): Unit =
    since = now
    takenThen = of.taken
end TakingPace
