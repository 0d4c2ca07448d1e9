package eddy.push.internal

import eddy.push.{PushError, PushException}
import eddy.runtime.Engine

import scala.concurrent.duration.FiniteDuration
import scala.concurrent.{ExecutionContext, Future, Promise}
import scala.util.control.NonFatal
import scala.util.{Failure, Success}

/** Limits the mediator's time to answer: a call that takes longer than `limit` has failed, as has one that
  * throws.
  *
  * @param failed receives the reason of each failure of the mediator
  */
private[push] final class Deadline(
    engine: Engine,
    mediator: String,
    limit: FiniteDuration,
    failed: String => Unit
):
  private given ExecutionContext = ExecutionContext.parasitic

  /** @param doing as in "publishing to news" */
  def apply[A](doing: => String)(start: => Future[A]): Future[A] =
    val future =
      try start
      catch case NonFatal(failure) => Future.failed(failure)
    if future.value.exists(_.isSuccess) then future
    else
      val promise = Promise[A]()
      val timer = engine.after(limit): () =>
        val cause = java.util.concurrent.TimeoutException(s"no answer within $limit")
        fail(promise, doing, cause)
      future.onComplete: result =>
        val _ = timer.cancel()
        result match
          case Success(value) => promise.trySuccess(value): Unit
          case Failure(cause) => fail(promise, doing, cause)
      promise.future
  end apply

  private def fail(promise: Promise[?], doing: => String, cause: Throwable): Unit = cause match
    // its caller's own fault
    case refused: PushException => promise.tryFailure(refused): Unit
    case _ =>
      val reason = s"$doing failed at mediator $mediator: ${cause.getMessage}"
      if promise.tryFailure(PushException(PushError.Internal, reason, cause)) then failed(reason)
end Deadline
