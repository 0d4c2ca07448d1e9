package eddy.testing

import java.util.concurrent.locks.LockSupport
import scala.concurrent.duration.{DurationInt, FiniteDuration}

/** Polls a condition that no event reports, such as the state of another program. Where there is an event,
  * wait for it with [[Waits]].
  */
object Eventually:
  // short at first, since most conditions hold almost at once
  private val FirstPause = 20.micros
  private val LongestPause = 10.millis

  /** Returns as soon as `condition` holds, without evaluating it again: it may cease to hold. The limit is
    * for a condition that never holds, not for a slow one.
    *
    * @param what names the condition in the message
    * @param detail the state at the limit, for the message
    * @throws AssertionError if the condition does not hold within the limit
    */
  def until(
      what: => String,
      detail: => String = "",
      within: FiniteDuration = Waits.limit
  )(condition: => Boolean): Unit =
    val end = System.nanoTime + within.toNanos
    var pause = FirstPause.toNanos
    while !condition do
      if System.nanoTime - end > 0 then throw AssertionError(s"not within $within: $what. $detail")
      LockSupport.parkNanos(pause)
      pause = math.min(pause * 2, LongestPause.toNanos)
end Eventually
