package eddy.testing

import java.util.concurrent.locks.LockSupport
import scala.concurrent.duration.{DurationInt, FiniteDuration}

/** Waits for what nobody tells of, such as the state of another program. Where an event can be waited for, wait for that. */
object Eventually:
  private val Pause = 10.millis

  /** Returns as soon as `condition` holds. The limit is for what never happens, not for what is slow.
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
    while !condition do
      if System.nanoTime - end > 0 then throw AssertionError(s"not within $within: $what. $detail")
      LockSupport.parkNanos(Pause.toNanos)
end Eventually
