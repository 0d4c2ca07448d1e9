package eddy.actor

import eddy.actor.internal.Signal

import java.util.concurrent.TimeoutException
import scala.concurrent.duration.FiniteDuration
import scala.concurrent.{Future, Promise}

extension [M](ref: ActorRef[M])
  /** Sends `message`, made with the address to answer to, and gives the first answer.
    *
    * {{{ val total: Future[Int] = counter.ask(1.second)(to => Count.Get(to)) }}}
    * The future fails with a `TimeoutException` when no answer came within `timeout`, and with an
    * [[ActorEndedException]] when `ref` had ended before. Any thread may call; later answers are dropped.
    */
  def ask[R](timeout: FiniteDuration)(message: ActorRef[R] => M)(using system: ActorSystem): Future[R] =
    val promise = Promise[R]()
    val timer = system.engine.after(timeout): () =>
      promise.tryFailure(TimeoutException(s"no answer from $ref within $timeout")): Unit
    val answer = new AnswerRef[R](promise, () => timer.cancel(): Unit)
    if !ref.deliver(message(answer)) then
      timer.cancel(): Unit
      promise.tryFailure(ActorEndedException(ref)): Unit
    promise.future

/** An actor was asked that had ended. */
final class ActorEndedException(ref: ActorRef[?])
    extends RuntimeException(s"$ref has ended and answers no more")

/** Takes one answer. */
private final class AnswerRef[R](promise: Promise[R], answered: () => Unit) extends ActorRef[R]:
  def !(message: R): Unit = deliver(message): Unit
  private[eddy] def deliver(message: R): Boolean =
    val first = promise.trySuccess(message)
    if first then answered()
    first

  // it is no actor: who links to it or watches it has nothing to wait for
  private[eddy] def signal(signal: Signal): Boolean = false
  def isAlive: Boolean = !promise.isCompleted
  override def toString: String = "the address for an answer"
end AnswerRef
