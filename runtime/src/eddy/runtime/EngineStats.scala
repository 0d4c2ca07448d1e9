package eddy.runtime

import eddy.runtime.internal.{CrewStats, Scheduler, Worker}
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

/** @param state running, searching, asleep, ended, or stuck with the reason
  * @param queued events waiting in this worker's queues
  * @param events events run since the start
  * @param steals how often it took work from another worker
  */
final case class WorkerStats(
    name: String,
    spare: Boolean,
    state: String,
    queued: Int,
    events: Long,
    steals: Long
)

object EngineStats:
  private[runtime] def of(scheduler: Dispatcher, timers: Int, pools: Vector[Pool]): EngineStats =
    val (workers, crew) = scheduler match
      case real: Scheduler => (real.workers.toVector.map(ofWorker), real.stats)
      // tasks run on no threads of its own
      case _ => (Vector.empty, CrewStats.none)
    EngineStats(
      workers,
      scheduler.injectedCount,
      timers,
      crew.spares,
      crew.stuck,
      crew.sparesStarted,
      crew.sparesRefused,
      crew.waitsRefused,
      crew.stuckBy(Worker.StuckReason.Blocked) + crew.stuckBy(Worker.StuckReason.SystemCall),
      crew.stuckBy(Worker.StuckReason.Computing),
      crew.stuckBy(Worker.StuckReason.Announced),
      pools.map(_.stats)
    )

  private def ofWorker(worker: Worker): WorkerStats =
    val stuck = worker.stuck
    val state =
      if stuck == Worker.StuckReason.SystemCall then "stuck: in a system call"
      else if stuck != null then s"stuck: ${stuck.toString.toLowerCase}"
      else if worker.hasEnded then "ended"
      else if worker.running then "running"
      else if worker.asleep then "asleep"
      else "searching"
    WorkerStats(worker.name, worker.isSpare, state, worker.queued, worker.eventCount, worker.steals)
end EngineStats
