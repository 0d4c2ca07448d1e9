package eddy.web.tapir.internal

import eddy.web.internal.{NettyRequest, ResponseHeaders}
import eddy.web.{Request, Response}

import sttp.tapir.server.model.ServerResponse

/** Sends an answer of Tapir's. */
private[tapir] object Replying:
  def apply(request: Request, response: Response, reply: ServerResponse[Reply]): Unit =
    response.status(reply.code.code): Unit
    reply.headers.filterNot(h => ResponseHeaders.isServers(h.name) || h.is("Content-Type")).foreach: h =>
      response.addHeader(h.name, h.value): Unit
    val contentType = reply.headers.find(_.is("Content-Type")).fold("application/octet-stream")(_.value)
    reply.body match
      case None =>
        reply.headers.find(_.is("Content-Type")).foreach(h => response.header("Content-Type", h.value): Unit)
        response.empty()
      case Some(Reply.Bytes(content)) => response.bytes(contentType, content)
      case Some(Reply.Stream(content)) => response.stream(contentType, content)
      case Some(Reply.Events(content)) =>
        def failed(failure: Throwable): Unit =
          NettyRequest.coreOf(request).engine.report(failure, s"the events of request ${request.id}")
        EventPublisher.send(content.events(), response.events(), failed)
      case Some(_: Reply.Socket) => response.fail(426, "Only WebSockets are here.")
end Replying
