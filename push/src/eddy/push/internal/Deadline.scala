package eddy.push.internal

import eddy.push.{PushError, PushException}
import eddy.runtime.Engine

import scala.concurrent.duration.FiniteDuration
import scala.concurrent.{ExecutionContext, Future, Promise}
import scala.util.control.NonFatal
import scala.util.{Failure, Success}

/** Limits the mediator's time to answer: a call that takes longer than `limit` has failed, as has one that
  * throws.
  */
private[push] final class Deadline(engine: Engine, mediator: String, limit: FiniteDuration):
  private given ExecutionContext = ExecutionContext.parasitic

  /** @param doing as in "publishing to news" */
  def apply[A](doing: => String)(start: => Future[A]): Future[A] =
    val future =
      try start
      catch case NonFatal(failure) => Future.failed(failure)
    future.value match
      case Some(Success(_)) => future
      case Some(Failure(cause)) => Future.failed(unavailable(doing, cause))
      case None =>
        val promise = Promise[A]()
        val timer = engine.after(limit): () =>
          val cause = java.util.concurrent.TimeoutException(s"no answer within $limit")
          promise.tryFailure(unavailable(doing, cause)): Unit
        future.onComplete: result =>
          val _ = timer.cancel()
          result match
            case Success(value) => promise.trySuccess(value): Unit
            case Failure(cause) => promise.tryFailure(unavailable(doing, cause)): Unit
        promise.future

  private def unavailable(doing: String, cause: Throwable): PushException = cause match
    case refused: PushException => refused
    case _ =>
      PushException(PushError.Internal, s"$doing failed at mediator $mediator: ${cause.getMessage}", cause)
end Deadline
