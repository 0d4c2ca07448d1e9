package eddy.web.tapir

import eddy.web.tapir.internal.{EndpointRoutes, Waiting}
import eddy.web.{Routes, WebSocketOptions}

import scala.concurrent.{ExecutionContext, Future}

import sttp.capabilities.WebSockets
import sttp.monad.{FutureMonad, IdentityMonad}
import sttp.shared.Identity
import sttp.tapir.AttributeKey
import sttp.tapir.server.ServerEndpoint
import sttp.tapir.server.interceptor.Interceptor

/** Serves endpoints described with Tapir as [[Routes]], to be joined with others (`++`) and mounted
  * (`under`).
  *
  * Logic in direct style (`handle`, `Identity`) runs in the request's handler and may block; logic in
  * `Future` answers when it is done. An exception of either is answered as for any handler: an
  * [[eddy.web.HttpProblem]] as it says, most else with 500. An input that does not decode is answered with a
  * problem document (RFC 9457): mostly 400, 401 for a missing credential, 415 for a wrong content type, 413
  * for a body beyond `maxRequestBodyLength`.
  *
  * Eddy itself measures and logs requests; `interceptors` are Tapir's, for work between decoding and logic.
  */
final class EddyServerInterpreter private (
    sync: List[Interceptor[Identity]],
    async: List[Interceptor[Future]],
    sockets: WebSocketOptions
):
  /** The same with these options for WebSockets, but those whose endpoints have their own
    * ([[EddyServerInterpreter.webSocketOptions]]).
    */
  def webSockets(options: WebSocketOptions): EddyServerInterpreter =
    new EddyServerInterpreter(sync, async, options)

  /** @throws IllegalArgumentException for an endpoint whose method or path no request can have here, or
    * with an output of
    *   multipart/form-data, or for WebSocket endpoints of one path with different options
    */
  def toRoutes(endpoints: List[ServerEndpoint[FlowStreams & WebSockets, Identity]]): Routes =
    EndpointRoutes(endpoints, sync, Waiting.Direct, sockets)(using IdentityMonad)

  /** As [[toRoutes]], for logic in `Future`. */
  def toRoutesOfFutures(endpoints: List[ServerEndpoint[FlowStreams & WebSockets, Future]])(using
      ExecutionContext
  ): Routes =
    EndpointRoutes(endpoints, async, Waiting.Later, sockets)(using new FutureMonad)
end EddyServerInterpreter

object EddyServerInterpreter:
  /** Options of one WebSocket endpoint: `endpoint.attribute(webSocketOptions, WebSocketOptions(…))`.
    * Endpoints of one path have the same.
    */
  val webSocketOptions: AttributeKey[WebSocketOptions] = AttributeKey[WebSocketOptions]

  def apply(): EddyServerInterpreter = new EddyServerInterpreter(Nil, Nil, WebSocketOptions())

  /** @param sync for endpoints in direct style
    * @param async for those in `Future`
    */
  def apply(
      sync: List[Interceptor[Identity]],
      async: List[Interceptor[Future]]
  ): EddyServerInterpreter =
    new EddyServerInterpreter(sync, async, WebSocketOptions())
