package eddy.social.internal

import eddy.runtime.PoolFullException
import eddy.social.internal.database.DatabaseUnavailable
import eddy.web.Response

import scala.concurrent.{ExecutionContext, Future}
import scala.util.{Failure, Success, Try}

import com.github.plokhotnyuk.jsoniter_scala.core.writeToArray

/** What clients are answered. */
private[social] object Answers:
  def send(response: Response, problem: Problem): Unit =
    problem.retryAfterSeconds.foreach(seconds => response.header("Retry-After", s"$seconds"))
    response.status(problem.status).bytes(
      "application/problem+json",
      writeToArray(Problem.document(problem))
    )

  /** Runs `handle`; a [[Refusal]] that it throws is the answer. */
  def refusing(response: Response)(handle: => Unit): Unit =
    try handle
    catch case refusal: Refusal => send(response, refusal.problem)

  /** Answers with `answer` when there is a result, and with a problem when it was refused. */
  def complete[A](response: Response, result: Future[A])(answer: A => Unit): Unit =
    response.complete(result.transform(outcome)(using ExecutionContext.parasitic)):
      case Right(value) => answer(value)
      case Left(problem) => send(response, problem)

  /** Other failures remain failures: the server reports them and answers 500. */
  private def outcome[A](result: Try[A]): Try[Either[Problem, A]] = result match
    case Success(value) => Success(Right(value))
    case Failure(refusal: Refusal) => Success(Left(refusal.problem))
    case Failure(full: PoolFullException) => Success(Left(busy(full)))
    case Failure(_: DatabaseUnavailable) =>
      Success(Left(Problem.busy("The database does not answer in time. Try again soon.")))
    case Failure(other) => Failure(other)

  private def busy(full: PoolFullException): Problem =
    Problem.busy(s"The pool ${full.pool.name} is full. Try again soon.")
end Answers
