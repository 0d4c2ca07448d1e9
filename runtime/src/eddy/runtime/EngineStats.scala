package eddy.runtime

import eddy.runtime.internal.{Scheduler, Worker, WorkerSetStats}
import eddy.runtime.spi.Dispatcher

/** The state of an engine, read without stopping it: each number is right for some moment of the reading.
  *
  * @param injected events waiting in the global queue
  * @param timers timers waiting
  * @param spares spare threads there are, at work or in reserve
  * @param stuck workers for which a spare substitutes now
  * @param sparesStarted spare threads started since the engine's start
  * @param sparesRefused how often a spare was needed and the maximum, or the system, did not allow it
  * @param waitsRefused how often an event might not wait, since workers must be left for the events that end
  *   waits
  * @param stuckBlocked how often a worker was found waiting in an event, for a lock, another thread or a
  *   system call, while others had to wait for it
  * @param stuckComputing the same for computations, where a spare substituted for it
  * @param stuckAnnounced how often an event said so itself, by [[Engine.blocking]]
  */
final case class EngineStats(
    workers: Vector[WorkerStats],
    injected: Int,
    timers: Int,
    spares: Int,
    stuck: Int,
    sparesStarted: Long,
    sparesRefused: Long,
    waitsRefused: Long,
    stuckBlocked: Long,
    stuckComputing: Long,
    stuckAnnounced: Long,
    pools: Vector[PoolStats]
):
  /** Events that wait in any queue of the engine. */
  def queued: Int = injected + workers.map(_.queued).sum

/** @param queued events waiting in this worker's queues
  * @param events events run since the start
  * @param steals how often it took work from another worker
  */
final case class WorkerStats(
    name: String,
    spare: Boolean,
    state: WorkerStats.State,
    queued: Int,
    events: Long,
    steals: Long
)

object WorkerStats:
  enum State derives CanEqual:
    /** Runs an event. */
    case Running

    /** Looks for work, or is about to sleep. */
    case Searching

    /** Nothing to do. */
    case Asleep

    /** Stuck in an event that waits for a lock or another thread: a spare substitutes for the worker. */
    case Blocked

    /** As [[Blocked]]: in a system call. */
    case InSystemCall

    /** As [[Blocked]]: computes while others wait. */
    case Computing

    /** As [[Blocked]]: the event said so itself, by [[Engine.blocking]]. */
    case Announced

    /** Its thread has terminated. */
    case Ended
  end State
end WorkerStats

object EngineStats:
  import WorkerStats.State

  private[runtime] def of(scheduler: Dispatcher, timers: Int, pools: Vector[Pool]): EngineStats =
    val (workers, workerSet) = scheduler match
      case real: Scheduler => (real.workers.toVector.map(ofWorker), real.stats)
      // tasks run on no threads of its own
      case _ => (Vector.empty, WorkerSetStats.none)
    EngineStats(
      workers,
      scheduler.injectedCount,
      timers,
      workerSet.spares,
      workerSet.stuck,
      workerSet.sparesStarted,
      workerSet.sparesRefused,
      workerSet.waitsRefused,
      workerSet.stuckBy(Worker.StuckReason.Blocked) + workerSet.stuckBy(Worker.StuckReason.SystemCall),
      workerSet.stuckBy(Worker.StuckReason.Computing),
      workerSet.stuckBy(Worker.StuckReason.Announced),
      pools.map(_.stats)
    )

  private def ofWorker(worker: Worker): WorkerStats =
    val state = worker.stuck match
      case Worker.StuckReason.Blocked => State.Blocked
      case Worker.StuckReason.SystemCall => State.InSystemCall
      case Worker.StuckReason.Computing => State.Computing
      case Worker.StuckReason.Announced => State.Announced
      case null =>
        if worker.hasEnded then State.Ended
        else if worker.running then State.Running
        else if worker.asleep then State.Asleep
        else State.Searching
    WorkerStats(worker.name, worker.isSpare, state, worker.queued, worker.eventCount, worker.steals)
end EngineStats
