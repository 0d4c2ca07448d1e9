package eddy.web.tapir.internal

import eddy.inference.spi.AnalysisStub
import eddy.web.{HttpProblem, RequestBody, Response}

import java.io.IOException
import java.nio.file.StandardCopyOption.REPLACE_EXISTING
import java.nio.file.{Files, Path}
import scala.concurrent.duration.Duration
import scala.concurrent.{Await, ExecutionContext, Future}

import sttp.shared.Identity

/** How an effect comes by the result of a future, and a response by that of an effect. */
private[tapir] trait Waiting[F[_]]:
  def result[A](future: Future[A]): F[A]
  def save(body: RequestBody, file: Path): F[Unit]
  def answer[A](response: Response, effect: => F[A])(answer: A => Unit): Unit
  def whenDone[A](effect: => F[A])(use: A => Unit, failed: Throwable => Unit): Unit

  /** What the inference reads of these endpoints. */
  def code(endpoints: List[Shape[F]]): AnalysisStub

  /** The logic has ended when the event of a request or of a handshake has. */
  def isDirect: Boolean

private[tapir] object Waiting:
  /** The thread waits; other tasks run. */
  object Direct extends Waiting[Identity]:
    def result[A](future: Future[A]): Identity[A] = Await.result(future, Duration.Inf)

    // code that saves the parts does so in events of the request, which wait for this one
    def save(body: RequestBody, file: Path): Identity[Unit] = Reading.unwrapped:
      Files.copy(body.inputStream(), file, REPLACE_EXISTING): Unit

    def answer[A](response: Response, effect: => Identity[A])(answer: A => Unit): Unit = answer(effect)
    def whenDone[A](effect: => Identity[A])(use: A => Unit, failed: Throwable => Unit): Unit = use(effect)
    def code(endpoints: List[Shape[Identity]]): AnalysisStub = EndpointCode.of(endpoints)
    def isDirect: Boolean = true

  /** Nobody waits. */
  object Later extends Waiting[Future]:
    def result[A](future: Future[A]): Future[A] = future
    def save(body: RequestBody, file: Path): Future[Unit] =
      body.saveTo(file).map(_ => ())(using ExecutionContext.parasitic)
    def answer[A](response: Response, effect: => Future[A])(answer: A => Unit): Unit =
      response.complete(effect)(answer)
    def whenDone[A](effect: => Future[A])(use: A => Unit, failed: Throwable => Unit): Unit =
      effect.onComplete(_.fold(failed, use))(using ExecutionContext.parasitic)
    def code(endpoints: List[Shape[Future]]): AnalysisStub =
      EndpointCode.ofFutures(endpoints.map(_.endpoint))
    def isDirect: Boolean = false
end Waiting

private[tapir] object Reading:
  /** A problem that a stream wraps, as it is. */
  def unwrapped[A](reading: => A): A =
    try reading
    catch
      case e: IOException =>
        e.getCause match
          case problem: HttpProblem => throw problem
          case _ => throw e
