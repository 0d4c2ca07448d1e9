package eddy.actor

import eddy.actor.internal.signal.Signal

/** Where to send messages of type `M`. May be kept, passed on and used by any thread. */
trait ActorRef[-M]:
  /** Sends, and never runs the receiver inside this call. It returns at once, unless the receiver's mailbox
    * is full and slows its senders ([[Overflow.SlowSender]]): then it waits for room, at most for that
    * policy's time.
    *
    * Messages from one sender arrive in the order of sending. A message to a terminated actor is a dead
    * letter: counted, see [[ActorSystem.stats]], and otherwise dropped.
    */
  def !(message: M): Unit

  /** Like `!`, and says what became of the message, for receivers whose mailbox is bounded
    * ([[MailboxPolicy]]). `Accepted` is no promise: the receiver may end before it comes to the message.
    */
  def trySend(message: M): Delivery

  /** Asks the actor to end with `reason`, as if an actor linked to it had ended with it. The actor ends,
    * unless it traps exits ([[trapExit]]): then it receives a message, after the messages sent before.
    * `Normal` does not end it. Takes effect between two reactions and overtakes queued messages: within a
    * turn (`EngineConfig.eventsPerTurn`) at the latest.
    */
  def exit(reason: ExitReason): Unit = signal(new Signal.Exit(this, reason, Nil)): Unit

  /** Ends the actor with [[ExitReason.Killed]] between two reactions, as soon as [[exit]] does, whether it
    * traps exits or not.
    */
  def kill(): Unit = signal(Signal.Kill): Unit

  /** A moment's answer: false is final. */
  def isAlive: Boolean

  /** The system of the actor, or of what it stands for: a `SystemCore`. Untyped, so that addresses do not
    * depend on systems.
    */
  private[eddy] def system: AnyRef

  /** The address itself, without what `contramap` has put in front of it. */
  private[eddy] def target: ActorRef[?] = this

  /** The function that `contramap` has put in front of it last. */
  private[eddy] def adapter: AnyRef | Null = null

  /** Nothing that it is sent will ever be taken. */
  private[eddy] def isOver: Boolean = !isAlive

  /** How its mailbox stands, if it is bounded. */
  def mailboxStats: Option[MailboxStats] = None

  /** Messages waiting, counted up to `atMost`; a moment's estimate. */
  private[eddy] def backlog(atMost: Int): Int = 0

  /** It is an actor, which ends; otherwise it stands for several, or for an answer. */
  private[eddy] def isOneActor: Boolean = true

  /** Like `!`; why the message is a dead letter, if it is one at once. */
  private[eddy] def deliver(message: M): DeadLetter.Reason | Null

  /** Sends a signal, which no reaction sees. False when the actor has terminated. */
  private[eddy] def signal(signal: Signal): Boolean

  /** Calls `monitor` once, when this actor has terminated; at once if it already has. */
  private[eddy] final def addMonitor(monitor: Monitor): Unit =
    if !signal(new Signal.AddMonitor(monitor)) then monitor.tell(ExitReason.NoActor)
  private[eddy] final def removeMonitor(monitor: Monitor): Unit =
    signal(new Signal.RemoveMonitor(monitor)): Unit
end ActorRef
