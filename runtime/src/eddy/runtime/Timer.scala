package eddy.runtime

import eddy.runtime.spi.TimerEntry

import java.util.concurrent.atomic.AtomicInteger

/** An event that runs later, made by [[Engine.after]] or [[Engine.every]]. */
final class Timer private (
    engine: Engine,
    event: Runnable,
    periodNanos: Long,
    firstNanos: Long,
    owner: TimerOwner | Null
):
  import Timer.*

  private val entry = new Entry(this: @unchecked)
  private val state = new AtomicInteger(Waiting)
  private val origin = engine.nanoTime + firstNanos

  /** Any thread. True when this call kept the event from running, or, for a repeated one, from running again.
    */
  def cancel(): Boolean =
    val before = state.getAndSet(Cancelled)
    val _ = engine.platform.cancel(entry)
    if before == Waiting || before == Running then tellOver()
    before != Cancelled && before != Ended && !(before == Running && periodNanos == 0)

  private def started(delayNanos: Long): Timer =
    if owner != null then owner.made(this)
    engine.platform.insert(entry, delayNanos)
    // by its owner, which has ended
    if state.get == Cancelled then engine.platform.cancel(entry): Unit
    this

  private def tellOver(): Unit = if owner != null then owner.over(this)

  private def due(): Unit = engine.fire(entry)

  private def runEvent(): Unit =
    if state.compareAndSet(Waiting, Running) then
      try event.run()
      catch case failure: Throwable => engine.report(failure, "a timer's event")
      if periodNanos == 0 then
        if state.compareAndSet(Running, Ended) then tellOver()
      else if state.compareAndSet(Running, Waiting) then
        // keep to the original beat; a beat that passed while the event ran is skipped
        val late = engine.nanoTime - origin
        val next = (math.max(late, 0) / periodNanos + 1) * periodNanos - late
        engine.platform.insert(entry, next)
        // cancelled in between: the cancelling thread may not have seen it in the wheel
        if state.get == Cancelled then engine.platform.cancel(entry): Unit
end Timer

object Timer:
  /** What the wheel and the workers know of a timer. */
  private[eddy] final class Entry private[Timer] (timer: Timer) extends TimerEntry(0), Runnable:
    private[eddy] def due(): Unit = timer.due()

    /** Called by a worker when the time has come. */
    override def run(): Unit = timer.runEvent()

  private final val Waiting = 0
  private final val Running = 1
  private final val Ended = 2
  private final val Cancelled = 3

  private[runtime] def once(
      engine: Engine,
      event: Runnable,
      delayNanos: Long,
      owner: TimerOwner | Null
  ): Timer =
    new Timer(engine, event, 0, delayNanos, owner).started(delayNanos)
  private[runtime] def repeated(
      engine: Engine,
      event: Runnable,
      periodNanos: Long,
      owner: TimerOwner | Null
  ): Timer = new Timer(engine, event, periodNanos, periodNanos, owner).started(periodNanos)
end Timer
