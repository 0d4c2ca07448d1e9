package eddy.actor

import eddy.actor.internal.ReactCell

import scala.concurrent.duration.{DurationInt, FiniteDuration}

/** An actor to be run by a [[Supervisor]].
  *
  * Its `ref` can be used at once, and stays the same over restarts: what is sent before the start, or while it waits to
  * be restarted, waits in the mailbox.
  */
final class Child[M] private (
    private[actor] val cell: ReactCell[M],
    val name: String,
    val options: ChildOptions
):
  def ref: ActorRef[M] = cell

object Child:
  /** @param name for reports, and to remove it by; unique within its supervisor
    * @param body how the actor begins, at first and after each restart
    */
  def apply[M](name: String, options: ChildOptions = ChildOptions())(body: Actor[M] ?=> Behavior[M])(using
      system: ActorSystem
  ): Child[M] =
    require(name.nonEmpty, "a child's name is empty: give one that says what it does")
    new Child(ReactCell.create(system, name, body(using _)), name, options)

/** How a supervisor treats a child.
  *
  * @param restart which of its ends are followed by a restart
  * @param keepMailbox whether what it had not taken is there after a restart; otherwise it becomes dead letters. The
  *   message that failed is gone in both cases
  * @param shutdownWithin how long it has to end when it is asked to; then it is killed
  */
final case class ChildOptions(
    restart: Restart = Restart.Permanent,
    keepMailbox: Boolean = true,
    shutdownWithin: FiniteDuration = 5.seconds
):
  require(shutdownWithin.toMillis >= 0, s"shutdownWithin = $shutdownWithin: must not be negative")

/** Which ends of a child are followed by a restart. */
enum Restart derives CanEqual:
  /** All. */
  case Permanent

  /** All but `Normal` and `Shutdown`. */
  case Transient

  /** None. */
  case Temporary
