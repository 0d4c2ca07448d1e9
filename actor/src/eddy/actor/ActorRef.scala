package eddy.actor

/** Where to send messages of type `M`. May be kept, passed on and used by any thread. */
trait ActorRef[-M]:
  /** Sends and returns at once; never blocks, never runs the receiver inside this call.
    *
    * Messages from one sender arrive in the order of sending. A message to an actor that has ended is a dead letter:
    * counted, see [[ActorSystem.stats]], and otherwise dropped.
    */
  def !(message: M): Unit

  /** Like `!`; false when the receiver has ended and the message is a dead letter. True is no promise: the receiver may
    * end before it comes to the message.
    */
  private[eddy] def deliver(message: M): Boolean

  /** Calls `monitor` once, when this actor has ended; at once if it has already. */
  private[eddy] def addMonitor(monitor: Monitor): Unit
  private[eddy] def removeMonitor(monitor: Monitor): Unit
end ActorRef
