package eddy.trading.internal

import java.lang.System.Logger.Level
import java.time.{Instant, InstantSource}
import java.util.concurrent.TimeUnit

/** The system's clock without its steps. A clock that is set, forwards or back, by more than `Tolerance` is
  * followed after it has stayed so for `Confirm`; until then the time advances as before. So a single wrong
  * reading has no effect. The log has a warning for each step, followed or not. Any thread.
  *
  * @param nanos advances with time and is never set: `System.nanoTime`
  */
private[trading] final class SteadyClock(system: InstantSource, nanos: () => Long) extends InstantSource:
  import SteadyClock.*
  // the system's time minus that of `nanos`, in milliseconds; a write that is lost comes again
  @volatile private var offset = system.millis - TimeUnit.NANOSECONDS.toMillis(nanos())
  // both guarded by this: how far the clock is off, 0 when it is not, and since when, by `nanos`
  private var step, since = 0L
  @volatile private var isOff = false

  override def instant: Instant = Instant.ofEpochMilli(millis).nn

  override def millis: Long =
    val now = nanos()
    val wall = system.millis
    val expected = TimeUnit.NANOSECONDS.toMillis(now) + offset
    val off = wall - expected
    if math.abs(off) > Tolerance then deviating(wall, expected, now)
    else
      if isOff then fits()
      // clocks drift, and are set by small steps
      if math.abs(off) > Drift then offset += off
      wall

  private def deviating(wall: Long, expected: Long, now: Long): Long = synchronized:
    val off = wall - expected
    if !isOff || math.abs(off - step) > Tolerance then
      isOff = true
      step = off
      since = now
    if now - since < Confirm then expected
    else
      isOff = false
      offset += off
      tell(
        s"the system's clock was set ${told(off)}: orders that are good until a time follow it from now on"
      )
      wall

  private def fits(): Unit = synchronized:
    if isOff then
      isOff = false
      tell(s"the system's clock was off by ${told(step)} for a moment: that was passed over")

  private def told(millis: Long) =
    s"${math.abs(millis) / 1000.0} s ${if millis < 0 then "back" else "forwards"}"

  private def tell(text: String): Unit = log.log(Level.WARNING, text)
end SteadyClock

private[trading] object SteadyClock:
  private val Tolerance = 2000L
  private val Drift = 20L
  private val Confirm = TimeUnit.SECONDS.toNanos(5)
  private val log = System.getLogger("eddy.trading").nn

  /** One for each exchange. */
  def ofSystem(): SteadyClock = new SteadyClock(InstantSource.system().nn, () => System.nanoTime)
end SteadyClock
