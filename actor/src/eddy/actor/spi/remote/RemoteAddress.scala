package eddy.actor.spi.remote

import eddy.actor.internal.signal.{Envelope, Signal}
import eddy.actor.{ActorRef, ActorSystem, DeadLetter, Delivery, ExitReason, Monitor}

/** The address of an actor that runs in another process. Any thread calls its methods; none of them waits for
  * the network.
  */
private[eddy] abstract class RemoteAddress[M] extends ActorRef[M]:
  /** The system of this process that keeps the time of questions to the actor. */
  protected def local: ActorSystem

  private[eddy] final def system: AnyRef = local.core

  /** Takes the message for sending. The reason if it cannot; then the caller makes it a dead letter.
    *
    * @param sender the actor to answer to, if the message names one
    */
  protected def put(message: M, sender: ActorRef[Nothing] | Null): DeadLetter.Reason | Null

  /** [[trySend]] leaves a message to the sender for which the send queue has no room. Otherwise the message
    * is lost.
    */
  protected def refusesWhenFull: Boolean = true

  /** Counts a dead letter. */
  protected def lose(message: Any, reason: DeadLetter.Reason): Unit

  /** False if the actor has terminated. Otherwise the monitor is notified once, at the end of the actor or of
    * the connection to it.
    */
  protected def watch(monitor: Monitor): Boolean
  protected def unwatch(monitor: Monitor): Unit

  /** @param link stands for the new link, at `from` and in later calls
    * @return false if the actor has terminated
    */
  protected def link(from: ActorRef[?], link: AnyRef): Boolean
  protected def unlink(from: ActorRef[?], links: List[AnyRef]): Unit

  /** @param links the links that ended with `from`; empty if the actor is only asked to terminate
    * @param inTurn messages that were sent before are handled first
    */
  protected def sendExit(from: ActorRef[?], reason: ExitReason, links: List[AnyRef], inTurn: Boolean): Boolean
  protected def sendKill(): Boolean

  final def !(message: M): Unit = deliver(message): Unit

  private[eddy] final def deliver(message: M): DeadLetter.Reason | Null =
    val reason = accept(message)
    if reason != null then lose(message, reason)
    reason

  final def trySend(message: M): Delivery =
    val reason = accept(message)
    if reason == null then Delivery.Accepted
    else if reason == DeadLetter.Reason.Overflow && refusesWhenFull then Delivery.Full
    else if reason == DeadLetter.Reason.Terminated then Delivery.Terminated
    else
      lose(message, reason)
      Delivery.Dropped

  private def accept(message: M): DeadLetter.Reason | Null =
    if message == null then throw Envelope.nullSent(this)
    message match
      case envelope: Envelope => put(envelope.message.asInstanceOf[M], envelope.sender)
      case plain => put(plain, null)

  private[eddy] final def signal(signal: Signal): Boolean = signal match
    case add: Signal.AddMonitor => watch(add.monitor)
    case gone: Signal.RemoveMonitor =>
      unwatch(gone.monitor)
      true
    case made: Signal.Link => link(made.other, made)
    case gone: Signal.Unlink =>
      unlink(gone.other, gone.links)
      true
    // the heir of an exit stays behind: messages left to the actor become dead letters on its node
    case exit: Signal.Exit =>
      sendExit(
        exit.from,
        exit.reason,
        exit.links,
        inTurn = !exit.overtakes && exit.reason != ExitReason.Normal
      )
    case Signal.Kill => sendKill()
    case _: (Signal.TimeOver | Signal.Behind | Signal.GoOn | Signal.Restart | Signal.Adopt | Signal.Dismiss) |
        Signal.Look | Signal.Suspend =>
      throw AssertionError(s"$signal is for an actor of this process, not for $this")
end RemoteAddress
