package eddy.actor.spi.remote

import eddy.actor.internal.inlined.Spawn
import eddy.actor.internal.mailbox.Unslowed
import eddy.actor.internal.signal.{Envelope, Signal}
import eddy.actor.{Actor, ActorRef, ActorSystem, Behavior, DeadLetter, ExitReason}

/** What arrives from other processes for actors of this one. No call waits: a full mailbox that slows its
  * senders rejects the message.
  */
private[eddy] object Arrival:
  /** The calling thread is the sender's own, which may wait for room. */
  def maySlow: Boolean = !Unslowed.isHere

  /** Sends of `body` do not wait: the thread is no sender's own. */
  def unslowed(body: => Unit): Unit = Unslowed(body)

  /** What the context of this thread says of itself to other processes; empty without one. */
  def presentHeaders(system: ActorSystem): List[(String, String)] =
    val carrier = system.core.carrier
    val along = if carrier == null then null else carrier.present
    if along == null then Nil else along.headers

  /** Why the message is a dead letter, if it is one at once.
    *
    * @param headers of the context that it was sent in; see [[presentHeaders]]
    */
  def deliver(
      system: ActorSystem,
      to: ActorRef[?],
      message: AnyRef,
      sender: ActorRef[Nothing] | Null,
      headers: List[(String, String)]
  ): DeadLetter.Reason | Null =
    val carrier = system.core.carrier
    val along = if headers.isEmpty || carrier == null then null else carrier.received(headers)
    val event =
      if sender == null && along == null then message else new Envelope(message, sender, along = along)
    val receiver = to.asInstanceOf[ActorRef[AnyRef]]
    if Unslowed.isHere then receiver.deliver(event)
    else
      var reason: DeadLetter.Reason | Null = null
      Unslowed:
        reason = receiver.deliver(event)
      reason

  /** Counts a message that did not reach its receiver, and notifies who asked it. */
  def lose(system: ActorSystem, message: Any, to: ActorRef[?], reason: DeadLetter.Reason): Unit =
    system.core.deadLetter(message, to, reason)

  /** Starts an actor that another process asks for. */
  def start[M](body: Actor[M] => Behavior[M])(using ActorSystem): ActorRef[M] =
    Spawn.plain[M]((actor: Actor[M]) ?=> body(actor))

  /** The same; `before` receives its address before it begins. */
  def start[M](body: Actor[M] => Behavior[M], before: ActorRef[M] => Unit)(using ActorSystem): ActorRef[M] =
    Spawn.prepared[M](before)((actor: Actor[M]) ?=> body(actor))

  /** Stands for a link of `other` with an actor of this process, before [[link]] makes the link. */
  def newLink(other: ActorRef[?]): AnyRef = new Signal.Link(other)

  /** False if `to` has terminated. */
  def link(to: ActorRef[?], link: AnyRef): Boolean = to.signal(link.asInstanceOf[Signal.Link])

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
