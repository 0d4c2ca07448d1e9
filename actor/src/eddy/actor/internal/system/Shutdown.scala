package eddy.actor.internal.system

import eddy.actor.{ActorRef, ExitReason, Monitor, ShutdownResult}
import eddy.runtime.spi.TimerEntry

import java.lang.System.Logger.Level
import scala.concurrent.duration.{DurationInt, DurationLong, FiniteDuration}
import scala.concurrent.{ExecutionContext, Future, Promise}

/** Ends the actors that a system knows of, in its time, and then what was registered to end after them; see
  * [[eddy.actor.ActorSystem.shutdown]]. No thread waits for it: the thread that completes a step takes the
  * next one.
  *
  * @param living the live actors of the system that an address stands for
  */
private[actor] final class Shutdown(
    system: SystemCore,
    timeout: FiniteDuration,
    functions: ShutdownFunctions,
    living: ActorRef[?] => List[ActorRef[?]]
):
  import Shutdown.*

  private given ExecutionContext = ExecutionContext.parasitic
  private val begun = system.engine.nanoTime

  /** @param supervisors to be ended first, one after another
    * @param others the other actors that are known after that
    */
  def run(supervisors: List[ActorRef[?]])(others: () => Iterable[ActorRef[?]]): Future[ShutdownResult] =
    val first = all(supervisors).map(new ActorEnd(_))
    for
      _ <- inOrder(first)
      known =
        // those supervisors too whose turn has not come in time
        val rest = all(others()).filterNot(ref => first.exists(_.ref eq ref)).map(new ActorEnd(_))
        (first ++ rest).tapEach(_.ask())
      _ <- await(known, left(timeout))
      late = known.filterNot(_.over).tapEach(_.ref.kill())
      // those that do not come out of a reaction leave the functions some time
      _ <- await(late, KillTimeout / 2)
      called =
        system.dispatcher = new TerminatingDispatcher(system.engine)
        functions.call(left(timeout))
      _ <- await(called ++ late, left(timeout + KillTimeout))
    yield
      val stuck = late.filterNot(_.over)
      warn("actors that do not come out of a reaction", stuck.map(_.ref))
      warn("functions that have not completed in time", called.filterNot(_.over).map(_.name))
      ShutdownResult(known.size, late.size, stuck.size, called.count(!_.hasStopped))
  end run

  private def warn(of: String, these: List[Any]): Unit =
    if these.nonEmpty then system.log(Level.ERROR, s"shut down, but for $of: ${these.mkString(", ")}")

  private def inOrder(ends: List[ActorEnd]): Future[Unit] = ends match
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
      system.engine.platform.insert(alarm, timeout.toNanos)
      Future.sequence(ends.map(_.future)).foreach(_ => alarm.ring())
      alarm.future
end Shutdown

private object Shutdown:
  /** A killed actor ends when it comes out of its reaction. */
  private val KillTimeout = 1.second

  /** Something that is awaited. */
  trait End:
    /** Never fails. */
    def future: Future[Any]
    def over: Boolean = future.isCompleted

  /** The end of one actor, which is watched from here on. */
  private final class ActorEnd(val ref: ActorRef[?]) extends End:
    private val notified = Promise[Unit]()
    ref.addMonitor(new Monitor(ref, _ => notified.trySuccess(()): Unit))

    def ask(): Unit = if !over then ref.exit(ExitReason.Shutdown)
    def future: Future[Unit] = notified.future

  private final class Alarm(system: SystemCore) extends TimerEntry(0):
    private val rung = Promise[Unit]()
    def future: Future[Unit] = rung.future
    def ring(): Unit =
      if rung.trySuccess(()) then
        val _ = system.engine.platform.cancel(this)
    // on the thread that watches the time, which must not run callbacks
    private[eddy] def due(): Unit = system.engine.fireApart(() => rung.trySuccess(()): Unit)
    override private[eddy] def dropped(): Unit = rung.trySuccess(()): Unit
end Shutdown
