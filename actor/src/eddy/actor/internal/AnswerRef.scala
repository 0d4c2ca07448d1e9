package eddy.actor.internal

import eddy.actor.{ActorRef, Delivery}

import scala.concurrent.Promise

/** Takes one answer. */
private[actor] final class AnswerRef[R](promise: Promise[R], answered: () => Unit) extends ActorRef[R]:
  def !(message: R): Unit = deliver(message): Unit
  private[eddy] def deliver(message: R): Boolean =
    val answer = message match
      case envelope: Envelope => envelope.message.asInstanceOf[R]
      case plain => plain
    val first = promise.trySuccess(answer)
    if first then answered()
    first

  def trySend(message: R): Delivery = if deliver(message) then Delivery.Accepted else Delivery.Ended

  // it is no actor: who links to it or watches it has nothing to wait for
  private[eddy] def signal(signal: Signal): Boolean = false
  def isAlive: Boolean = !promise.isCompleted
  override def toString: String = "the address for an answer"
end AnswerRef
