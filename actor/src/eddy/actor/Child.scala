package eddy.actor

import eddy.actor.internal.cell.Cell
import eddy.actor.internal.inlined.{Body, Spawn}

import java.util.concurrent.atomic.AtomicReference
import scala.compiletime.error
import scala.concurrent.duration.{DurationInt, FiniteDuration}
import scala.language.implicitConversions

/** An actor to be run by a [[Supervisor]], by one: make another for each supervisor. A supervisor under
  * another may be given the same children at each of its own restarts; see [[Supervisor.child]].
  *
  * Its `ref` can be used at once, and stays the same over restarts: messages sent before the start, or before
  * a restart, wait in the mailbox. With `keepMailbox = false` a restart drops all of them, including messages
  * received since the failure.
  */
final class Child[M] private[actor] (
    private[actor] val cell: Cell[M],
    val name: String,
    val options: ChildOptions[M],
    private[actor] val isSupervisor: Boolean = false
):
  def ref: ActorRef[M] = cell

  /** The actor whose body or reaction made it; null if none did. */
  private[actor] val madeBy: AnyRef | Null = cell.system.acting

  // for good: a second supervisor would have to know whether it runs
  private val taken = new AtomicReference[AnyRef | Null](null)

  // belongs to its supervisor, and to each life of that in turn
  private[actor] var everStarted = false

  /** For good, though it may not have ended yet: no later life of its supervisor takes it on. */
  private[actor] var isDismissed = false

  /** For the supervisor that `by` stands for. */
  private[actor] def take(by: AnyRef): Child.Taking =
    if taken.compareAndSet(null, by) then Child.Taking.New
    else if taken.get eq by then Child.Taking.Again
    else Child.Taking.Refused

  /** Frees the child after its supervisor has rejected it. */
  private[actor] def giveBack(): Unit = taken.set(null)
end Child

object Child:
  /** No conversion: it has the compiler say how a list is given. */
  implicit inline def noList(inline children: Iterable[Child[?]]): Child[Nothing] =
    error("a list of children is given with a star behind it: supervise()(list*)")

  private[actor] enum Taking derives CanEqual:
    case New

    /** By a later life of the same supervisor. */
    case Again
    case Refused

  /** @param name for reports, and to remove it by; unique within its supervisor
    * @param body how the actor begins, at first and after each restart
    */
  inline def apply[M](name: String, options: ChildOptions[M] = ChildOptions())(
      inline body: Actor[M] ?=> Body[M]
  )(using ActorSystem): Child[M] =
    Spawn.check[M](body)
    Spawn.child[M](name, options)(body)

  /** As `apply`, for an actor with a virtual thread of its own; see [[threadActor]]. Exits and kills reach it
    * where it receives; when its time to start or to end is over, its thread is interrupted as well.
    */
  inline def thread[M](name: String, options: ChildOptions[M] = ChildOptions())(
      inline body: ThreadActor[M] ?=> Unit
  )(using ActorSystem): Child[M] =
    Spawn.checkThread[M](body)
    Spawn.threadChild[M](name, options)(body)
end Child

/** How a supervisor treats a child.
  *
  * @param restart which of its ends are followed by a restart
  * @param keepMailbox whether the mailbox survives a restart; otherwise its messages become dead letters. The
  *   message that failed is gone in both cases
  * @param startTimeout how long its body may take to come to wait for its first message, for which the next
  *   child waits; then it is killed
  * @param shutdownTimeout how long it has to end when it is asked to; then it is killed, and its thread, if
  *   it has one, is interrupted. It ends after the reaction it is in, or as it sees fit if it traps exits
  * @param mailbox how many messages it keeps for later, over restarts too, and what happens to more
  */
final case class ChildOptions[-M](
    restart: Restart = Restart.Permanent,
    keepMailbox: Boolean = true,
    startTimeout: FiniteDuration = 5.seconds,
    shutdownTimeout: FiniteDuration = 5.seconds,
    mailbox: MailboxPolicy[M] = MailboxPolicy.Unbounded
):
  require(startTimeout.toMillis > 0, s"startTimeout = $startTimeout: must be at least a millisecond")
  require(shutdownTimeout.toMillis >= 0, s"shutdownTimeout = $shutdownTimeout: must not be negative")

/** Which ends of a child are followed by a restart. */
enum Restart derives CanEqual:
  /** All. */
  case Permanent

  /** All but `Normal` and `Shutdown`. */
  case Transient

  /** None. */
  case Temporary
