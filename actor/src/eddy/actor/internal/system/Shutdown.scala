package eddy.actor.internal.system

import eddy.actor.{ActorRef, ExitReason, Monitor, ShutdownResult}
import eddy.runtime.spi.TimerEntry

import java.lang.System.Logger.Level
import scala.concurrent.duration.{DurationInt, DurationLong, FiniteDuration}
import scala.concurrent.{ExecutionContext, Future, Promise}

/** Ends the actors that a system knows of, in its time; see [[eddy.actor.ActorSystem.shutdown]]. No thread
  * waits for it: the thread that completes a step takes the next one.
  *
  * @param living the live actors of the system that an address stands for
  */
private[actor] final class Shutdown(
    system: SystemCore,
    timeout: FiniteDuration,
    living: ActorRef[?] => List[ActorRef[?]]
):
  import Shutdown.*

  private given ExecutionContext = ExecutionContext.parasitic
  private val begun = system.engine.nanoTime

  /** @param supervisors to be ended first, one after another
    * @param others the other actors that are known after that
    */
  def run(supervisors: List[ActorRef[?]])(others: () => Iterable[ActorRef[?]]): Future[ShutdownResult] =
    val first = all(supervisors).map(new End(_))
    inOrder(first).flatMap: _ =>
      val rest = all(others()).filterNot(ref => first.exists(_.ref eq ref)).map(new End(_))
      val known = first ++ rest
      // those supervisors too whose turn has not come in time
      known.foreach(_.ask())
      await(known, left(timeout)).flatMap: _ =>
        val late = known.filterNot(_.over)
        late.foreach(_.ref.kill())
        await(late, KillTimeout).map: _ =>
          val stuck = late.filterNot(_.over)
          if stuck.nonEmpty then
            system.log(
              Level.ERROR,
              "shut down, but for actors that do not come out of a reaction: " +
                stuck.map(_.ref).mkString(", ")
            )
          ShutdownResult(known.size, late.size, stuck.size)

  private def inOrder(ends: List[End]): Future[Unit] = ends match
    case end :: rest if left(forSupervisors).toNanos > 0 =>
      end.ask()
      await(List(end), left(forSupervisors)).flatMap(_ => inOrder(rest))
    case _ => Future.unit

  // the others must have some time too
  private val forSupervisors = timeout * 9 / 10

  private def left(of: FiniteDuration): FiniteDuration =
    math.max(0, of.toNanos - (system.engine.nanoTime - begun)).nanos

  private def all(refs: Iterable[ActorRef[?]]): List[ActorRef[?]] =
    refs.iterator.flatMap(living).toList.distinct

  /** Until all are over, or the time is, or the engine's. */
  private def await(ends: List[End], timeout: FiniteDuration): Future[Unit] =
    if ends.forall(_.over) then Future.unit
    else
      val alarm = new Alarm(system)
      system.engine.world.insert(alarm, timeout.toNanos)
      Future.sequence(ends.map(_.future)).foreach(_ => alarm.ring())
      alarm.future
end Shutdown

private object Shutdown:
  /** A killed actor ends when it comes out of its reaction. */
  private val KillTimeout = 1.second

  /** The end of one actor, which is watched from here on. */
  private final class End(val ref: ActorRef[?]):
    private val told = Promise[Unit]()
    ref.addMonitor(new Monitor(ref, _ => told.trySuccess(()): Unit))

    def ask(): Unit = if !over then ref.exit(ExitReason.Shutdown)
    def over: Boolean = told.isCompleted
    def future: Future[Unit] = told.future

  private final class Alarm(system: SystemCore) extends TimerEntry(0):
    private val rung = Promise[Unit]()
    def future: Future[Unit] = rung.future
    def ring(): Unit =
      if rung.trySuccess(()) then
        val _ = system.engine.world.cancel(this)
    // on the thread that watches the time, which must not run callbacks
    private[eddy] def due(): Unit = system.engine.fireApart(() => rung.trySuccess(()): Unit)
    override private[eddy] def dropped(): Unit = rung.trySuccess(()): Unit
end Shutdown
