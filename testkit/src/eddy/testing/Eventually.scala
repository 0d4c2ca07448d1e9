package eddy.testing

import java.util.concurrent.locks.LockSupport
import scala.concurrent.duration.{DurationInt, FiniteDuration}

/** Waits for what nobody tells of, such as the state of another program. Where an event can be waited for, wait for that. */
object Eventually:
  // looks often at first, since most is over at once
  private val FirstPause = 20.micros
  private val LongestPause = 10.millis

  /** Returns as soon as `condition` holds, and does not ask again: what held may hold no more. The limit is for what never
    * happens, not for what is slow.
    *
    * @param what for the message
    * @param detail as it is in the end
    * @throws AssertionError when it does not hold in time
    */
  def until(
      what: => String,
      detail: => String = "",
      within: FiniteDuration = 3.minutes
  )(condition: => Boolean): Unit =
    val end = System.nanoTime + within.toNanos
    var pause = FirstPause.toNanos
    while !condition do
      if System.nanoTime - end > 0 then throw AssertionError(s"not within $within: $what. $detail")
      LockSupport.parkNanos(pause)
      pause = math.min(pause * 2, LongestPause.toNanos)
end Eventually
