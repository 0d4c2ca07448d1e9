package eddy.push.internal

import eddy.push.Delivery
import eddy.runtime.{Engine, SequentialUnit}

import scala.concurrent.duration.FiniteDuration

/** Has an interest that is pulled pushed again when nothing was held back for `time`. The unit's.
  *
  * @param holds how often something was held back so far
  * @param isFree whether nothing is held back now
  * @param pushes called when it pushes from now on
  */
private[push] final class Calm(pace: Pace, time: FiniteDuration, engine: Engine, unit: SequentialUnit)(
    holds: () => Int,
    isFree: () => Boolean
)(pushes: () => Unit):
  private var watches = false

  /** Looks, when the time is over, unless it does already. */
  def watch(): Unit = if pace.delivery == Delivery.Adaptive && !pace.isPushing && !watches then
    watches = true
    val before = holds()
    engine.after(time)(() => unit.submit(() => look(before))): Unit

  private def look(before: Int): Unit =
    watches = false
    if isFree() then if holds() != before then watch() else if pace.calm() then pushes()
end Calm
