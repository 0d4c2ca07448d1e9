package eddy.state.internal

import eddy.runtime.Engine
import eddy.runtime.spi.CurrentWorker
import eddy.state.LockPolicy

import java.util.concurrent.ConcurrentHashMap
import scala.jdk.CollectionConverters.*

/** Runs callbacks on an engine, each under its locks. Any thread. */
private[eddy] final class CallbackRunner(val engine: Engine, val policy: LockPolicy = LockPolicy.Park):
  private val waiting = ConcurrentHashMap.newKeySet[Acquisition]().nn
  // unchecked: it only keeps the reference
  private[internal] val watch = new Watch(this: @unchecked)

  policy match
    case LockPolicy.Requeue(times) =>
      require(times >= 0, s"Requeue($times): callbacks are requeued 0 times or more")
    case LockPolicy.Park | LockPolicy.Unprotected => ()

  /** A new unit. Its home is the worker with the shortest queue when something is first submitted to it. */
  def unit(): CallbackUnit = new CallbackUnit(this)

  /** Callbacks that wait for a lock now. */
  def parkedCount: Int = waiting.size

  private[internal] def parked: Vector[Acquisition] = waiting.asScala.toVector

  private[internal] def parks(run: Acquisition): Unit =
    val _ = waiting.add(run)
    watch.look()

  private[internal] def isParkedNoMore(run: Acquisition): Unit =
    val _ = waiting.remove(run)
    run.waitsFor = null

  /** Goes on with the callbacks that were given their locks by what this thread has just released: with one of them here
    * and at once, because it holds locks that others wait for; the others go where idle workers look. After
    * [[CallbackRunner.MaxChained]] in a row, what else this worker has to do comes first.
    */
  private[internal] def goOn(seat: Seat): Unit =
    var chained = 0
    var next = seat.takeGranted()
    val worker = CurrentWorker.get
    while next != null do
      val run = next
      CallbackRunner.submitGranted(seat)
      val here = (run.unit.runner eq this) && !(worker != null && worker.mustYield)
      if here && chained < CallbackRunner.MaxChained then
        chained += 1
        if run.proceed(seat) then run.unit.yieldTurn()
        next = seat.takeGranted()
      else
        // or it is another engine's
        run.unit.runner.engine.scheduler.submit(run)
        next = null
    if worker != null && chained > 1 then worker.countEvents(chained - 1)
end CallbackRunner

private[eddy] object CallbackRunner:
  private final val MaxChained = 16

  /** Has others go on with those that were given their locks by what this thread has released. */
  private[internal] def submitGranted(seat: Seat): Unit =
    var run = seat.takeGranted()
    while run != null do
      run.unit.runner.engine.scheduler.submit(run)
      run = seat.takeGranted()
