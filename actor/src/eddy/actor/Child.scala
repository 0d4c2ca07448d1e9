package eddy.actor

import eddy.actor.internal.{Cell, Spawn}

import java.util.concurrent.atomic.AtomicBoolean
import scala.concurrent.duration.{DurationInt, FiniteDuration}

/** An actor to be run by a [[Supervisor]], by one and once: made anew for each.
  *
  * Its `ref` can be used at once, and stays the same over restarts: what is sent before the start, or while it waits to
  * be restarted, waits in the mailbox. With `keepMailbox = false` a restart drops all that waits, what came meanwhile too.
  */
final class Child[M] private[actor] (
    private[actor] val cell: Cell[M],
    val name: String,
    val options: ChildOptions[M],
    private[actor] val isSupervisor: Boolean = false
):
  def ref: ActorRef[M] = cell

  // for good: a second supervisor would have to know whether it runs
  private val taken = new AtomicBoolean

  /** For one supervisor; false when another has done so. */
  private[actor] def take(): Boolean = taken.compareAndSet(false, true)

  /** That supervisor was refused. */
  private[actor] def giveBack(): Unit = taken.set(false)

object Child:
  /** @param name for reports, and to remove it by; unique within its supervisor
    * @param body how the actor begins, at first and after each restart
    */
  inline def apply[M](name: String, options: ChildOptions[M] = ChildOptions())(
      inline body: Actor[M] ?=> Behavior[M]
  )(using ActorSystem): Child[M] =
    Spawn.check[M](body)
    Spawn.child[M](name, options)(body)

  /** As `apply`, for an actor with a virtual thread of its own; see [[threadActor]]. Exits and kills reach it where it
    * receives; when its time to start or to end is over, its thread is interrupted as well.
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
  * @param keepMailbox whether what it had not taken is there after a restart; otherwise it becomes dead letters. The
  *   message that failed is gone in both cases
  * @param startWithin how long its body may take to come to wait for its first message, for which the next child waits;
  *   then it is killed
  * @param shutdownWithin how long it has to end when it is asked to; then it is killed, and its thread, if it has one, is
  *   interrupted. It ends after the reaction it is in, or as it sees fit if it traps exits
  * @param mailbox how many messages it keeps for later, over restarts too, and what happens to more
  */
final case class ChildOptions[-M](
    restart: Restart = Restart.Permanent,
    keepMailbox: Boolean = true,
    startWithin: FiniteDuration = 5.seconds,
    shutdownWithin: FiniteDuration = 5.seconds,
    mailbox: MailboxPolicy[M] = MailboxPolicy.Unbounded
):
  require(startWithin.toMillis > 0, s"startWithin = $startWithin: must be at least a millisecond")
  require(shutdownWithin.toMillis >= 0, s"shutdownWithin = $shutdownWithin: must not be negative")

/** Which ends of a child are followed by a restart. */
enum Restart derives CanEqual:
  /** All. */
  case Permanent

  /** All but `Normal` and `Shutdown`. */
  case Transient

  /** None. */
  case Temporary
