package eddy.web.internal

import scala.concurrent.duration.FiniteDuration

/** How long a client has let the reader of its body wait. Not for several threads at a time.
  *
  * A silence longer than `silence` is too long. So is a total time above `silence` and the time that the
  * received bytes take at the lowest rate allowed. Time in which the handler requested no bytes does not
  * count.
  */
private[eddy] final class BodyClock(silence: FiniteDuration, minBytesPerSecond: Int):
  private var runs = false
  private var since = 0L
  private var waitedNanos = 0L

  def isRunning: Boolean = runs

  def start(now: Long): Unit =
    if !runs then
      runs = true
      since = now

  def stop(now: Long): Unit =
    if runs then
      runs = false
      waitedNanos += now - since

  /** The client could not send, as it was not read. */
  def excuse(now: Long): Unit = if runs then since = now

  def isOver(now: Long, received: Long): Boolean =
    runs && {
      val quiet = now - since
      val earned = received.toDouble / minBytesPerSecond * 1e9
      quiet >= silence.toNanos || waitedNanos + quiet >= silence.toNanos + earned
    }
end BodyClock
