package eddy.web.tapir.internal

import eddy.inference.spi.AnalysisStub

import scala.concurrent.{ExecutionContext, Future}

import sttp.monad.{FutureMonad, IdentityMonad, MonadError}
import sttp.shared.Identity
import sttp.tapir.server.ServerEndpoint

/** For the inference: calls the functions of endpoints that the application gave, without the interpreter
  * around them.
  *
  * @param next of several endpoints that may answer. No list: each is a path of its own, and so known
  *   exactly.
  */
private[tapir] final class EndpointCode private (
    security: MonadError[Identity] => Any => Either[Any, Any],
    logic: MonadError[Identity] => Any => Any => Either[Any, Any],
    sent: Sent,
    next: AnalysisStub
) extends AnalysisStub:
  def apply(securityInput: Any, input: Any): Unit =
    security(IdentityMonad)(securityInput) match
      case Right(principal) =>
        logic(IdentityMonad)(principal)(input) match
          case Right(result) => sent(result, input)
          case Left(_) => ()
      case Left(_) => ()
    next(securityInput, input)
end EndpointCode

private[tapir] object EndpointCode:
  // a field that is null would count as one that is not initialised yet
  private final class Nothing extends AnalysisStub:
    def apply(securityInput: Any, input: Any): Unit = ()

  /** Of endpoints that call nothing of the application's. */
  def nothing: AnalysisStub = new Nothing

  /** Of nothing is known what it calls, which is found out at once: the interpreter's own code is large. */
  final class Anything extends AnalysisStub:
    def apply(securityInput: Any, input: Any): Unit =
      securityInput.asInstanceOf[Any => Any](input): Unit

  def of(endpoints: List[Shape[Identity]]): AnalysisStub =
    endpoints.foldRight(nothing): (shape, next) =>
      new EndpointCode(
        shape.endpoint.securityLogic.asInstanceOf[MonadError[Identity] => Any => Either[Any, Any]],
        shape.endpoint.logic.asInstanceOf[MonadError[Identity] => Any => Any => Either[Any, Any]],
        shape.sent.getOrElse(Sent.Plain),
        next
      )

  /** The same for logic in `Future`, all of which runs on threads of its own: nothing can be locked for it,
    * and forbidden accesses there are refused.
    */
  def ofFutures(endpoints: List[ServerEndpoint[?, Future]]): AnalysisStub =
    endpoints.foldRight(nothing): (endpoint, next) =>
      new Spawned(
        endpoint.securityLogic.asInstanceOf[MonadError[Future] => Any => Future[Any]],
        endpoint.logic.asInstanceOf[MonadError[Future] => Any => Any => Future[Any]],
        next
      )

  private val futures = new FutureMonad()(using ExecutionContext.parasitic)

  private final class Spawned(
      security: MonadError[Future] => Any => Future[Any],
      logic: MonadError[Future] => Any => Any => Future[Any],
      next: AnalysisStub
  ) extends AnalysisStub:
    def apply(securityInput: Any, input: Any): Unit =
      Future(run(securityInput, input))(using ExecutionContext.parasitic): Unit
      next(securityInput, input)

    private def run(securityInput: Any, input: Any): Unit =
      security(futures)(securityInput): Unit
      logic(futures)(securityInput)(input): Unit
end EndpointCode
