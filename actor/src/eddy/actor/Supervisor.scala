package eddy.actor

import eddy.actor.internal.cell.{Cell, ReactCell}
import eddy.actor.internal.inlined.Spawn
import eddy.actor.internal.supervision.{Children, SupervisorBody, SupervisorCommand as Command}
import eddy.actor.internal.system.{NameRegistry, SystemCore}

import java.util.concurrent.atomic.{AtomicBoolean, AtomicReference}
import scala.concurrent.duration.{Duration, DurationInt, FiniteDuration}
import scala.concurrent.{ExecutionContext, Future, Promise}
import scala.util.Try

/** An actor that starts others in order, watches them, restarts them as its [[Supervision]] says, and ends
  * them in reverse order. Made by [[supervise]], by [[superviseLinked]] inside an actor, or, under another
  * supervisor, as the [[Supervisor.child]] of that.
  *
  * Every end of a child and every restart is reported: failures to the engine, each restart to the platform's
  * logger `eddy.actor`. When the supervisor ends, for whatever reason, so do its children.
  */
final class Supervisor private (commands: ActorRef[Command])(using ActorSystem):
  private val shutdownResult = new AtomicReference[Promise[Boolean] | Null](null)
  // the time of a shutdown was over
  private val isLate = new AtomicBoolean

  /** To watch it, link to it, end it; it takes no messages of others. Asked to end, or linked to one that
    * ends, it first ends its children in reverse order; the reason `Normal` is ignored. A kill ends it and
    * all its children at once.
    */
  def ref: ActorRef[Nothing] = commands

  /** Starts one more child, after the others. Refused (a failed future) when the name is taken, or the child
    * has, or had, a supervisor.
    */
  def add(child: Child[?]): Future[Unit] = ask(Command.Add(child, _))

  /** Ends a child within its time and forgets it; false when no child has that name. */
  def remove(name: String): Future[Boolean] = ask(Command.Remove(name, _))

  /** The children, in order. */
  def children: Future[List[ChildInfo]] = ask(Command.List(_))

  /** Ends the children in reverse order, each within its own `shutdownTimeout`, then the supervisor. When
    * `timeout` is over it is killed, and with it all its children; `Duration.Inf` leaves the time to the
    * children.
    *
    * Returns at once. The future completes when the supervisor has terminated, whatever ended it: with true,
    * or with false if it was killed because the time was over. A second call changes nothing and returns the
    * same future, whatever its timeout. Any thread may call. A child may call too, but must not wait for the
    * future.
    *
    * @throws IllegalArgumentException when `timeout` is negative
    */
  def shutdown(timeout: Duration = Duration.Inf): Future[Boolean] =
    require(timeout >= Duration.Zero, s"timeout = $timeout: must not be negative; zero kills at once")
    val result = Promise[Boolean]()
    if shutdownResult.compareAndSet(null, result) then
      commands.addMonitor(new Monitor(commands, _ => result.trySuccess(!isLate.get): Unit))
      // it may have terminated by now: then the monitor was notified
      commands.trySend(Command.Stop): Unit
      timeout match
        case finite: FiniteDuration if !result.isCompleted =>
          val alarm = SystemCore.of(commands).engine.after(finite): () =>
            isLate.set(true)
            commands.kill()
          result.future.onComplete(_ => alarm.cancel(): Unit)(using ExecutionContext.parasitic)
        case _ => ()
    shutdownResult.get.nn.future

  private def ask[R](command: ActorRef[Try[R]] => Command): Future[R] =
    given ExecutionContext = ExecutionContext.parasitic
    commands.ask(Supervisor.AnswerTimeout)(command).flatMap(Future.fromTry)
end Supervisor

object Supervisor:
  // ends of children have their own limits; this only keeps a forgotten future from living for ever
  private val AnswerTimeout = 1.day

  private[actor] def start(supervision: Supervision, children: List[Child[?]], maker: Cell[?] | Null)(using
      system: ActorSystem
  ): Supervisor =
    Children.checkRestart(children, system.core.acting)
    val first = Children.taken(Children.checked(children), new Object)
    val cell =
      ReactCell.create[Command](
        system.core,
        "supervisor",
        MailboxPolicy.Unbounded,
        SupervisorBody(supervision, first, maker)(using _)
      )
    val ref =
      try if maker == null then cell.begin() else Spawn.linkedTo(maker, cell)
      catch
        case refusal: Throwable =>
          Children.giveBack(first)
          throw refusal
    system.core.supervises(ref)
    new Supervisor(ref)
  end start

  /** A supervisor as a child of another: `children` is called for each start. A child that it makes begins
    * from the start, and those of the life before terminate. A child that it returns again, such as a value
    * made elsewhere, is restarted in place: its `ref` stays, and its messages wait in the meantime. One that
    * had terminated before, such as a [[Restart.Temporary]] one, is not started again; the log says so.
    *
    * The outer one sets no time for its start or its end, for what it needs is the sum of what its children
    * need, and each of these has its own limits. It has started when they have.
    *
    * @param restart which of its ends are followed by a restart; it gives up with [[GaveUpException]]
    */
  def child(name: String, supervision: Supervision = Supervision(), restart: Restart = Restart.Permanent)(
      children: => List[Child[?]]
  )(using system: ActorSystem): Child[?] =
    val taker = new Object
    val cell = ReactCell.create[Command](
      system.core,
      NameRegistry.checked(name),
      MailboxPolicy.Unbounded,
      SupervisorBody(supervision, Children.taken(Children.checked(children), taker), null)(using _)
    )
    new Child(cell, name, ChildOptions(restart), isSupervisor = true)
end Supervisor

/** Starts a supervisor, which starts `children` in order. Nothing ends it but its own failure, an exit and
  * [[Supervisor.shutdown]], wherever it was made.
  *
  * @throws IllegalArgumentException when two children have the same name, one is given twice, or has, or had,
  *   another supervisor; nothing is started then
  * @throws IllegalStateException when the system or its engine was shut down
  */
def supervise(supervision: Supervision = Supervision())(children: Child[?]*)(using ActorSystem): Supervisor =
  Supervisor.start(supervision, children.toList, null)

/** As the other, in the usual way. */
def supervise(children: Iterable[Child[?]])(using ActorSystem): Supervisor =
  Supervisor.start(Supervision(), children.toList, null)

/** As the other, in the usual way. */
def supervise(first: Child[?], others: Child[?]*)(using ActorSystem): Supervisor = supervise(first +: others)

/** As [[supervise]], linked to the actor that calls it (Erlang's `supervisor:start_link`): when that ends,
  * whatever the reason, or is restarted, the supervisor ends its children in reverse order and then itself,
  * with the same reason. When it gives up, the actor ends, unless it traps exits.
  *
  * @throws IllegalArgumentException as [[supervise]]
  */
def superviseLinked(supervision: Supervision = Supervision())(children: Child[?]*)(using
    maker: Actor[?]
): Supervisor = Supervisor.start(supervision, children.toList, maker.cell)(using ActorSystem.of(maker))

/** As the other, in the usual way. */
def superviseLinked(children: Iterable[Child[?]])(using maker: Actor[?]): Supervisor =
  Supervisor.start(Supervision(), children.toList, maker.cell)(using ActorSystem.of(maker))

/** As the other, in the usual way. */
def superviseLinked(first: Child[?], others: Child[?]*)(using Actor[?]): Supervisor =
  superviseLinked(first +: others)

/** A supervisor had to restart its children too often. */
final class GaveUpException private[actor] (message: String) extends RuntimeException(message)
