package eddy.bench.peers.vertx

import eddy.bench.peers.work.{Fib, Kernel, Page}

import java.time.format.DateTimeFormatter
import java.time.{ZoneOffset, ZonedDateTime}
import java.util.concurrent.Callable
import scala.compiletime.uninitialized
import scala.util.Try

import io.vertx.core.buffer.Buffer
import io.vertx.core.http.{HttpHeaders, HttpServerOptions, HttpServerRequest, ServerWebSocket}
import io.vertx.core.json.JsonObject
import io.vertx.core.{Future, VerticleBase}

/** The endpoints, on one event loop.
  *
  * @param worker whether computations leave it for Vert.x's pool of worker threads
  */
private[vertx] final class Service(options: HttpServerOptions, worker: Boolean) extends VerticleBase:
  import Service.*

  // used on the event loop only
  private var date: CharSequence = uninitialized

  override def start(): Future[?] =
    date = now
    vertx.setPeriodic(1000, _ => date = now)
    vertx.createHttpServer(options).requestHandler(answer(_)).webSocketHandler(echo(_)).listen()

  private def answer(request: HttpServerRequest): Unit = request.path match
    case "/plaintext" => send(request, Plain, Hello)
    case "/json" => send(request, Json, new JsonObject().put("message", "Hello, World!").toBuffer)
    case "/fib" => compute(request)(Fib.recursive(number(request, "n", 20)).toString)
    case "/iterfib" => compute(request)(Fib.lastDigits(number(request, "n", 1000)))
    case "/kernel" =>
      compute(request)(Kernel.answer(Option(request.getParam("name")).getOrElse(""), number(request, "n", 1)))
    case "/page" =>
      val delay = number(request, "delay", 0)
      if delay == 0 then send(request, Html, WholePage)
      else vertx.setTimer(delay, _ => send(request, Html, WholePage)): Unit
    case _ => send(request, Plain, Buffer.buffer(), 404)

  private def number(request: HttpServerRequest, name: String, default: Int): Int =
    Option(request.getParam(name)).fold(default)(_.toInt)

  private def compute(request: HttpServerRequest)(result: => String): Unit =
    if worker then
      val work: Callable[String] = () => result
      vertx.executeBlocking(work, false)
        .onComplete(text => send(request, text), error => fail(request, error)): Unit
    else Try(result).fold(fail(request, _), send(request, _))

  private def send(request: HttpServerRequest, text: String): Unit = send(request, Plain, Buffer.buffer(text))

  private def fail(request: HttpServerRequest, error: Throwable): Unit =
    send(request, Plain, Buffer.buffer(error.toString), 400)

  private def send(
      request: HttpServerRequest,
      contentType: CharSequence,
      body: Buffer,
      status: Int = 200
  ): Unit =
    val response = request.response.setStatusCode(status)
    response.headers.add(HttpHeaders.SERVER, Name).add(HttpHeaders.DATE, date)
      .add(HttpHeaders.CONTENT_TYPE, contentType)
    response.end(body): Unit

  private def echo(socket: ServerWebSocket): Unit =
    if socket.path == "/echo" then
      socket.textMessageHandler(text => socket.writeTextMessage(text): Unit): Unit
    else socket.close(): Unit
end Service

private[vertx] object Service:
  private val Name = HttpHeaders.createOptimized("vert.x")
  private val Plain = HttpHeaders.createOptimized("text/plain")
  private val Json = HttpHeaders.createOptimized("application/json")
  private val Html = HttpHeaders.createOptimized("text/html")
  private val Hello = Buffer.buffer("Hello, World!")
  private val WholePage = Buffer.buffer(Page.bytes)

  private def now =
    HttpHeaders.createOptimized(
      DateTimeFormatter.RFC_1123_DATE_TIME.format(ZonedDateTime.now(ZoneOffset.UTC))
    )
