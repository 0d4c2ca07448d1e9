package eddy.actor.spi.remote

import eddy.actor.internal.mailbox.Unslowed
import eddy.actor.internal.signal.{Envelope, Signal}
import eddy.actor.internal.spawn.Spawn
import eddy.actor.{Actor, ActorRef, ActorSystem, Behavior, DeadLetter, ExitReason}

/** What arrives from other processes for actors of this one. No call waits: a full mailbox that slows its
  * senders rejects the message.
  */
private[eddy] object Arrival:
  /** Why the message is a dead letter, if it is one at once. */
  def deliver(to: ActorRef[?], message: AnyRef, sender: ActorRef[Nothing] | Null): DeadLetter.Reason | Null =
    val event = if sender == null then message else new Envelope(message, sender)
    var reason: DeadLetter.Reason | Null = null
    Unslowed:
      reason = to.asInstanceOf[ActorRef[AnyRef]].deliver(event)
    reason

  /** Counts a message that did not reach its receiver, and notifies who asked it. */
  def lose(system: ActorSystem, message: Any, to: ActorRef[?], reason: DeadLetter.Reason): Unit =
    system.core.deadLetter(message, to, reason)

  /** Starts an actor that another process asks for. */
  def start[M](body: Actor[M] => Behavior[M])(using ActorSystem): ActorRef[M] =
    Spawn.plain[M]((actor: Actor[M]) ?=> body(actor))

  /** Links `to` with `from`. What stands for the link, or null if `to` has terminated. */
  def link(to: ActorRef[?], from: ActorRef[?]): AnyRef | Null =
    val made = new Signal.Link(from)
    if to.signal(made) then made else null

  def unlink(to: ActorRef[?], from: ActorRef[?], links: List[AnyRef]): Unit =
    to.signal(new Signal.Unlink(from, links.asInstanceOf[List[Signal.Link]])): Unit

  /** See [[RemoteAddress.sendExit]]. */
  def exit(
      to: ActorRef[?],
      from: ActorRef[?],
      reason: ExitReason,
      links: List[AnyRef],
      inTurn: Boolean
  ): Unit =
    to.signal(new Signal.Exit(from, reason, links.asInstanceOf[List[Signal.Link]], inTurn)): Unit
end Arrival
