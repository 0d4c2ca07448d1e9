package eddy.bench.peers.pekkohttp

import eddy.bench.peers.work.{Fib, Kernel, Page}

import scala.concurrent.duration.DurationInt
import scala.concurrent.{ExecutionContext, Future}
import scala.util.Try
import scala.util.control.NonFatal

import org.apache.pekko.actor.ActorSystem
import org.apache.pekko.http.scaladsl.model.*
import org.apache.pekko.http.scaladsl.model.ws.{Message as Frame, WebSocketUpgrade}
import org.apache.pekko.pattern.after
import org.apache.pekko.stream.scaladsl.Flow
import org.apache.pekko.util.ByteString
import spray.json.DefaultJsonProtocol.*
import spray.json.{RootJsonFormat, enrichAny}

/** The endpoints.
  *
  * @param computing where computations run; none for the thread that has taken the request
  */
private[pekkohttp] final class Service(system: ActorSystem, computing: Option[ExecutionContext])
    extends (HttpRequest => Future[HttpResponse]):
  import Service.*

  def apply(request: HttpRequest): Future[HttpResponse] = request.uri.path.toString match
    case "/plaintext" => hello
    case "/json" =>
      val text = Message("Hello, World!").toJson.compactPrint
      Future.successful(HttpResponse(entity =
        HttpEntity.Strict(ContentTypes.`application/json`, ByteString(text))
      ))
    case "/fib" => compute(Fib.recursive(number(request, "n", 20)).toString)
    case "/iterfib" => compute(Fib.lastDigits(number(request, "n", 1000)))
    case "/kernel" =>
      compute(Kernel.answer(request.uri.query().getOrElse("name", ""), number(request, "n", 1)))
    case "/page" =>
      after(number(request, "delay", 0).millis)(page)(using system)
    case "/echo" =>
      request.attributes.get(AttributeKeys.webSocketUpgrade) match
        case Some(upgrade: WebSocketUpgrade) => Future.successful(upgrade.handleMessages(echo))
        case _ => notFound
    case _ => notFound

  private def number(request: HttpRequest, name: String, default: Int): Int =
    request.uri.query().get(name).fold(default)(_.toInt)

  private def compute(result: => String): Future[HttpResponse] = computing match
    case None => Future.fromTry(Try(text(result)).recover(failed))
    case Some(threads) => Future(text(result))(using threads).recover(failed)(using threads)
end Service

private[pekkohttp] object Service:
  final case class Message(message: String)

  private given RootJsonFormat[Message] = jsonFormat1(Message.apply)

  private val Plain = ContentType.WithMissingCharset(MediaTypes.`text/plain`)

  // an answer that never changes is made once
  private val hello = Future.successful(text("Hello, World!"))
  private val notFound = Future.successful(HttpResponse(StatusCodes.NotFound))

  private val page = Future.successful(HttpResponse(entity =
    HttpEntity.Strict(ContentType.WithMissingCharset(MediaTypes.`text/html`), ByteString(Page.bytes))
  ))

  private val echo = Flow[Frame]

  private val failed: PartialFunction[Throwable, HttpResponse] =
    case NonFatal(e) => text(e.toString).withStatus(StatusCodes.BadRequest)

  private def text(body: String): HttpResponse =
    HttpResponse(entity = HttpEntity.Strict(Plain, ByteString(body)))
end Service
