package eddy.actor.internal.signal

import eddy.actor.{ActorRef, ExitReason, Monitor}
import eddy.runtime.spi.Mailbox

/** A message of the system to an actor: reactions never see it, and it does not wait behind unmatched
  * messages.
  */
private[eddy] sealed abstract class Signal:
  /** It ends the actor, if nothing prevents it, before messages that came earlier are tried. */
  def overtakes: Boolean = false

  /** A bounded mailbox handles it behind the messages that it accepted before. */
  def hasTurn: Boolean = true

private[eddy] object Signal:
  /** The node of a signal that overtakes: the owner finds it in the list it takes without a look at each
    * event.
    */
  final class Urgent(signal: Signal) extends Mailbox.Node(signal)

  /** The time of a `reactWithin` or `receiveWithin` is over. */
  final class TimeOver(val timed: AnyRef) extends Signal
  final class AddMonitor(val monitor: Monitor) extends Signal
  final class RemoveMonitor(val monitor: Monitor) extends Signal

  /** A new link, made by `other`; the object itself stands for the link at both ends, see [[LinkSet]]. */
  final class Link(val other: ActorRef[?]) extends Signal

  /** @param links those that `other` took back */
  final class Unlink(val other: ActorRef[?], val links: List[Link]) extends Signal

  /** @param links the links that ended with `from`; empty when the actor is only asked to end
    * @param inTurn messages that came earlier are handled before
    * @param heir gets the messages that are left, if there is one
    */
  final class Exit(
      val from: ActorRef[?],
      val reason: ExitReason,
      val links: List[Link],
      inTurn: Boolean = false,
      val heir: ActorRef[Nothing] | Null = null
  ) extends Signal:
    def linked: Boolean = links.nonEmpty
    override def overtakes: Boolean = !inTurn && reason != ExitReason.Normal
    def withoutHeir(from: ActorRef[?]): Exit = new Exit(from, reason, links, inTurn)

  case object Kill extends Signal:
    override def overtakes: Boolean = true
    override def hasTurn: Boolean = false
  case object Look extends Signal:
    override def hasTurn: Boolean = false

  /** A message or signal of the system that waits beside a [[BoundedQueue]]: it is handled after the slots up
    * to `last`.
    *
    * @param event a signal, or a message that must not be refused
    */
  final class Behind(val event: AnyRef, val last: Long) extends Signal

  /** From an actor to itself after many rounds without a wait: it continues when it handles this signal.
    *
    * @param sender of the message that is being handled
    */
  final class GoOn(val sender: ActorRef[Nothing] | Null) extends Signal:
    // owner only: this life has not waited for a message yet
    var starts = false

  /** From the supervisor to an actor that waits for its verdict: begin a new life. */
  final class Restart(val keepMailbox: Boolean) extends Signal:
    override def hasTurn: Boolean = false

  /** From the supervisor, whose life is over: end this life, whatever it traps, and wait. */
  case object Suspend extends Signal:
    override def overtakes: Boolean = true
    override def hasTurn: Boolean = false

  /** From the supervisor, in its next life: where to report from now on. The actor is suspended, or will be
    * when this is handled.
    */
  final class Adopt(val by: AnyRef | Null => Supervised) extends Signal:
    override def hasTurn: Boolean = false

  /** From the supervisor: end, whatever state it is in; it is not notified again. */
  final class Dismiss(val reason: ExitReason) extends Signal:
    override def overtakes: Boolean = true
    override def hasTurn: Boolean = false
end Signal
