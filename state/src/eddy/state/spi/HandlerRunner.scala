package eddy.state.spi

import eddy.runtime.Engine
import eddy.runtime.spi.CurrentWorker
import eddy.state.LockPolicy
import eddy.state.internal.HandlerHost
import eddy.state.internal.lock.HandlerThread

/** Runs handlers on an engine, each under its locks. Any thread. */
private[eddy] final class HandlerRunner(val engine: Engine, val policy: LockPolicy = LockPolicy.Park)
    extends HandlerHost:
  // unchecked: it only keeps the reference
  private val stalls = new StallDetector(this: @unchecked)

  policy match
    case LockPolicy.Requeue(times) =>
      require(times >= 0, s"Requeue($times): handlers are requeued 0 times or more")
    case LockPolicy.Park | LockPolicy.Unprotected => ()

  /** Makes a unit. Its home is the worker with the shortest queue when something is first submitted to it. */
  def unit(): HandlerUnit = new HandlerUnit(this)

  private[state] def checkForStalls(): Unit = stalls.look()

  /** Proceeds with the handlers that received their locks from this thread's releases: with one of them here
    * and now, as it holds locks that others wait for; idle workers find the others in their queues. After
    * [[HandlerRunner.MaxChained]] in a row the worker's other work comes first.
    */
  private[spi] def proceedWithGranted(thread: HandlerThread): Unit =
    var chained = 0
    var next = HandlerRunner.takeGranted(thread)
    val worker = CurrentWorker.get
    while next != null do
      val run = next
      thread.resumeGranted()
      val here = (run.unit.runner eq this) && !(worker != null && worker.mustYield)
      if here && chained < HandlerRunner.MaxChained then
        chained += 1
        run.proceed(thread) match
          case HandlerRun.Outcome.Ended => run.unit.yieldTurn()
          case HandlerRun.Outcome.Waits => ()
        next = HandlerRunner.takeGranted(thread)
      else
        // or it is another engine's
        run.resume()
        next = null
    if worker != null && chained > 1 then worker.countEvents(chained - 1)
end HandlerRunner

private[eddy] object HandlerRunner:
  private final val MaxChained = 16

  private def takeGranted(thread: HandlerThread): HandlerRun | Null =
    thread.takeGranted().asInstanceOf[HandlerRun | Null]
