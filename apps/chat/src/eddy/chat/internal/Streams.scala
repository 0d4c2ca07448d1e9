package eddy.chat.internal

import eddy.chat.{ChatConfig, Codec, ServerMessage}
import eddy.web.{Request, Response, Routes}

import java.util.concurrent.ConcurrentHashMap

/** The way for networks that let no WebSocket through: an event stream down, and a POST for each message up.
  *
  * The stream's first event tells a random key; a POST proves by it, in the header `Eddy-Connection`, that
  * it comes from who reads the stream. A page of another site cannot send that header without being asked
  * first (CORS preflight), and is never allowed to.
  */
private[chat] final class Streams(config: ChatConfig, connect: (Wire, Request) => Intake):
  private val open = new ConcurrentHashMap[String, Intake]

  val routes: Routes = Routes.get("/events")(listen).post("/send")(send)

  private def listen(request: Request, response: Response): Unit =
    val stream = response.header("X-Accel-Buffering", "no").events()
    val key = Secrets.token()
    val intake = connect(new StreamWire(stream), request)
    val _ = open.put(key, intake)
    // the client may use the key as soon as it has it
    val _ = stream.send(Codec.encode(ServerMessage.Hello(key)))
    stream.onClose: () =>
      val _ = open.remove(key)
      intake.closed()

  private def send(request: Request, response: Response): Unit =
    val keys = request.headers.collect { case (name, key) if name.equalsIgnoreCase("Eddy-Connection") => key }
    keys match
      case Seq(key) => send(request, response, Option(open.get(key)))
      case _ => response.fail(400, "Send the header Eddy-Connection once, with the key that /events tells.")

  private def send(request: Request, response: Response, found: Option[Intake]): Unit =
    found match
      case None =>
        response.fail(
          404,
          "There is no such connection, or no longer: open /events and send the key it tells in the header Eddy-Connection."
        )
      case Some(_) if !request.contentType.contains("application/json") =>
        response.fail(415, "Send the message as application/json.")
      case Some(_) if request.bodyBytes.length > config.maxFrameBytes =>
        response.fail(
          413,
          s"The message has ${request.bodyBytes.length} bytes: the limit is ${config.maxFrameBytes}."
        )
      case Some(intake) =>
        intake.receive(request.bodyText)
        response.status(202).empty()
end Streams
