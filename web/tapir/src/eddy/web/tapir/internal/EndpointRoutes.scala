package eddy.web.tapir.internal

import eddy.inference.spi.AnalysisStub
import eddy.web.internal.{Action, NettyRequest, Route, RoutePattern, RouteTree, Segment}
import eddy.web.tapir.FlowStreams
import eddy.web.{Body, Request, Response, Routes, WebSocket, WebSocketOptions}

import java.util.concurrent.ExecutionException

import sttp.capabilities.WebSockets
import sttp.monad.MonadError
import sttp.tapir.server.ServerEndpoint
import sttp.tapir.server.interceptor.content.NotAcceptableInterceptor
import sttp.tapir.server.interceptor.decodefailure.DecodeFailureInterceptor
import sttp.tapir.server.interceptor.{Interceptor, RequestResult}
import sttp.tapir.server.interpreter.{BodyListener, FilterServerEndpoints, ServerInterpreter}

/** A route for each method and shape of path that the endpoints have. Which of several endpoints of one route
  * answers is found by Tapir, in their order.
  */
private[tapir] object EndpointRoutes:
  type Endpoints[F[_]] = List[ServerEndpoint[FlowStreams & WebSockets, F]]

  /** @param sockets options of WebSockets whose endpoints have none of their own */
  def apply[F[_]](
      endpoints: Endpoints[F],
      interceptors: List[Interceptor[F]],
      waiting: Waiting[F],
      sockets: WebSocketOptions
  )(using MonadError[F]): Routes =
    of(endpoints, interceptors, waiting, sockets): reached =>
      val isKnown = interceptors.isEmpty && reached.forall(_.isKnown(waiting.isDirect))
      if isKnown then waiting.code(reached) else EndpointCode.Anything()

  /** Of endpoints that are Tapir's own, and call nothing of the application's. */
  def own[F[_]](endpoints: Endpoints[F], waiting: Waiting[F])(using MonadError[F]): Routes =
    of(endpoints, Nil, waiting, WebSocketOptions())(_ => EndpointCode.nothing)

  /** @param code what the inference reads for a route that reaches these endpoints */
  private def of[F[_]](
      endpoints: Endpoints[F],
      interceptors: List[Interceptor[F]],
      waiting: Waiting[F],
      sockets: WebSocketOptions
  )(code: List[Shape[F]] => AnalysisStub)(using MonadError[F]): Routes =
    val run = Running(endpoints, interceptors, waiting)
    val shapes = endpoints.map(Shape(_))
    val placed = for shape <- shapes; pattern <- shape.patterns yield pattern -> shape
    val routes =
      for
        same <-
          placed.groupBy((pattern, _) => Shape.key(pattern)).values.toList.sortBy(p => placed.indexOf(p.head))
        method <- RouteTree.methods
        pattern = same.head(0)
        here = same.map(_(1)).filter(_.method.forall(_ == method))
        plain = here.filterNot(_.isSocket)
        // Tapir looks for the endpoint again: another whose path fits may answer
        reached = shapes.filter(s => s.method.forall(_ == method) && s.meets(pattern))
        socket = Option.when(method == "GET" && here.exists(_.isSocket)):
          this.socket(run, pattern, here, sockets, code(reached))
        route <- socket ++ Option.when(plain.nonEmpty)(callback(run, method, pattern, plain, code(reached)))
      yield route
    Routes.of(routes.foldLeft(RouteTree.empty)(_.add(_)))
  end of

  private def callback[F[_]](
      run: Running[F],
      method: String,
      pattern: RoutePattern,
      shapes: List[Shape[F]],
      code: AnyRef
  ): Route =
    // the largest of the limits, none if one endpoint has none; each is looked at again
    val limit = if shapes.forall(_.maxBytes.nonEmpty) then shapes.flatMap(_.maxBytes).maxOption else None
    val body =
      if shapes.exists(_.streams) then limit.fold(Body.Streamed())(Body.Streamed(_))
      else Body.Whole(limit.map(n => math.min(n, 1024L * 1024 * 1024).toInt))
    val answer: (Request, Response) => Unit = (request, response) =>
      run.answer(request, response, method, pattern.segments)
    Route(method, pattern, Action.Handler(answer, code), body)

  private def socket[F[_]](
      run: Running[F],
      pattern: RoutePattern,
      shapes: List[Shape[F]],
      usual: WebSocketOptions,
      code: AnyRef
  ): Route =
    // the handshake is over before it is known which of them answers
    val given_ = shapes.filter(_.isSocket).map(_.socketOptions).distinct
    require(
      given_.length == 1,
      s"the WebSocket endpoints ${shapes.filter(_.isSocket).map(_.endpoint.showShort).mkString(", ")} have one path: " +
        "give all of them the same WebSocketOptions"
    )
    val options = given_.head.getOrElse(usual)
    Route("GET", pattern, Action.Socket(options, run.open(_, pattern.segments), code))
end EndpointRoutes

/** Runs the endpoints on a request. */
private[tapir] final class Running[F[_]](
    endpoints: EndpointRoutes.Endpoints[F],
    interceptors: List[Interceptor[F]],
    waiting: Waiting[F]
)(using monad: MonadError[F]):
  // Tapir hears of an answer when it is handed over: Eddy itself measures how long it takes to go out.
  private given BodyListener[F, Reply] with
    def onComplete(body: Reply)(told: scala.util.Try[Unit] => F[Unit]): F[Reply] =
      monad.map(told(scala.util.Success(())))(_ => body)

  private val interpreter = new ServerInterpreter[FlowStreams & WebSockets, F, Reply, FlowStreams](
    FilterServerEndpoints(endpoints),
    FromRequest(waiting),
    ToReply,
    interceptors ++ List(new NotAcceptableInterceptor[F], new DecodeFailureInterceptor[F](Failures.handler)),
    file =>
      monad.blocking(java.nio.file.Files.deleteIfExists(file.toPath): Unit)
  )

  private type Result = RequestResult[Reply]

  def answer(request: Request, response: Response, method: String, pattern: Vector[Segment]): Unit =
    val seen = TapirRequest(request, method, skipped(request, pattern))
    waiting.answer[Result](response, interpreter(seen)):
      case RequestResult.Response(reply, _) => Replying(request, response, reply)
      case _: RequestResult.Failure => response.fail(404, "Nothing is here.")

  /** The handshake is over when the endpoint decides: a refused connection is closed with 1008. */
  def open(socket: WebSocket, pattern: Vector[Segment]): Unit =
    val request = socket.request
    def failed(failure: Throwable): Unit =
      val cause = failure match
        case e: ExecutionException if e.getCause != null => e.getCause
        case other => other
      NettyRequest.coreOf(request).engine.report(
        cause,
        s"a WebSocket at ${request.path} (request ${request.id})"
      )
    val received = ReceivedFrames(socket, failed)
    val seen = TapirRequest(request, "GET", skipped(request, pattern))
    waiting.whenDone[Result](interpreter(seen))(
      {
        case RequestResult.Response(reply, _) =>
          reply.body match
            case Some(Reply.Socket(pipe)) => pipe.connect(socket, received, failed)
            case _ => socket.close(1008, s"refused with ${reply.code.code}")
        case _: RequestResult.Failure => socket.close(1008, "refused with 404")
      },
      failure =>
        failed(failure)
        socket.close(1011, "the server failed")
    )
  end open

  /** Segments below which the routes are mounted. */
  private def skipped(request: Request, pattern: Vector[Segment]): Int =
    val segments = TapirRequest.segmentsOf(request)
    pattern.last match
      case Segment.Rest(name) =>
        val rest = request.path(name)
        val at = segments.indices.find(i => segments.drop(i).mkString("/") == rest).getOrElse(segments.length)
        at - (pattern.length - 1)
      case _ if pattern == RoutePattern.root =>
        if segments.sameElements(Array("")) then 0 else segments.length
      case _ => segments.length - pattern.length
end Running
