package eddy.examples

import eddy.inference.Inference
import eddy.testing.{ChildJvm, Waits}
import eddy.web.{Body, Routes, Server, ServerConfig}

import java.net.URI
import java.net.http.HttpClient
import java.net.http.HttpRequest
import java.net.http.HttpRequest.BodyPublishers
import java.net.http.HttpResponse.BodyHandlers
import java.net.http.WebSocket as ClientSocket
import java.util.concurrent.{CompletionStage, CountDownLatch, TimeUnit}
import scala.concurrent.duration.*
import scala.jdk.CollectionConverters.*

/** Whether the first client of a kind of route waits for code to be read: in a process that has served nobody
  * before, and keeps nothing of an earlier start.
  */
class FirstUseSuite extends eddy.testing.PatientSuite:
  // each for a class whose objects are made for a request, such as its stream: some microseconds. The code of
  // the handlers was read before the server listened.
  private val few = 3

  test(
    "the first user of a streamed answer, an upload, events or a WebSocket does not wait for code to be read"
  ):
    val process =
      ProcessBuilder(ChildJvm.ofTests("-Deddy.index=off", "eddy.examples.FirstUse")*)
        .redirectErrorStream(true).start()
    val said = String(process.getInputStream.readAllBytes())
    assert(process.waitFor(Waits.LimitSeconds, TimeUnit.SECONDS))
    val read = said.linesIterator.collect { case s"first $kind: $files" => kind -> files.toInt }.toList
    assertEquals(
      read.map(_(0)),
      List("page", "streamed answer", "upload", "events", "WebSocket", "Tapir endpoint"),
      said
    )
    for (kind, files) <- read do assert(files <= few, s"$kind: $files class files")
end FirstUseSuite

object FirstUse:
  private val client = HttpClient.newHttpClient.nn

  private val upload: Routes = Routes.post("/upload", Body.Streamed()): (request, response) =>
    var bytes = 0L
    request.body.onEnd(() => response.text(s"$bytes"))
    request.body.onData(piece => bytes += piece.remaining)

  def main(args: Array[String]): Unit =
    val routes = HelloHttp.routes ++ BigDownload.routes ++ upload ++ EventClock.routes(1.milli) ++
      WebSocketEcho.routes ++ Library.routes
    val config = ServerConfig(port = 0, accessLog = false, analysisWithin = 10.minutes)
    val server = Server(config).start(routes)
    def request(path: String) =
      HttpRequest.newBuilder(URI.create(s"http://127.0.0.1:${server.port}$path")).nn
    def get(path: String) = client.send(request(path).build, BodyHandlers.ofString).nn.body.nn
    def first(kind: String)(use: => Unit): Unit =
      val before = Inference.filesRead
      use
      println(s"first $kind: ${Inference.filesRead - before}")
    first("page")(get("/hello/Ada"))
    first("streamed answer")(get("/numbers/100000"))
    first("upload"):
      client.send(
        request("/upload").POST(BodyPublishers.ofByteArray(new Array[Byte](1 << 20))).build,
        BodyHandlers.ofString
      )
    first("events"):
      val lines = client.send(request("/clock").build, BodyHandlers.ofLines).nn.body.nn
      lines.iterator.nn.asScala.filter(_.startsWith("data: ")).take(3).foreach(_ => ())
      lines.close()
    first("WebSocket")(echo(server.port, "/echo"))
    first("Tapir endpoint")(get("/books/Tides"))
    System.exit(0)
  end main

  private def echo(port: Int, path: String): Unit =
    val heard = CountDownLatch(1)
    val listener = new ClientSocket.Listener:
      override def onText(
          socket: ClientSocket,
          data: CharSequence,
          last: Boolean
      ): CompletionStage[?] | Null =
        heard.countDown()
        super.onText(socket, data, last)
    val socket =
      client.newWebSocketBuilder.nn.buildAsync(URI.create(s"ws://127.0.0.1:$port$path"), listener).nn.join.nn
    socket.sendText("hello", true).nn.join
    heard.await()
end FirstUse
