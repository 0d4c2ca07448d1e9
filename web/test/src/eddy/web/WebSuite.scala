package eddy.web

import eddy.runtime.{Engine, EngineConfig}
import eddy.testing.{Eventually, LogLines}

import java.net.URI
import java.net.http.{HttpClient, HttpRequest, HttpResponse}
import java.nio.file.{Files, Path}
import java.util.concurrent.LinkedBlockingQueue
import scala.concurrent.duration.DurationInt

/** What the suites of this module share: a started server and ways to ask it. */
abstract class WebSuite extends eddy.testing.PatientSuite:
  /** What handlers failed with, instead of lines among the test's output. */
  val reports: LinkedBlockingQueue[(Throwable, String)] = LinkedBlockingQueue()

  /** How large the engine is. */
  def crew: EngineConfig = EngineConfig(name = "test")

  given engine: Engine =
    Engine.start(crew.copy(reporter = (failure, where) => reports.put((failure, where))))

  override def beforeEach(context: BeforeEach): Unit = reports.clear()

  override def afterAll(): Unit =
    await(engine.shutdown(5.seconds)): Unit

  def nextReport(): (Throwable, String) = awaitNext(reports)

  /** Any free port, no log lines among the test's output, and any host, as raw requests here name some `x`.
    * The first analysis of a process may take long on a busy machine.
    */
  def quiet: ServerConfig =
    ServerConfig(port = 0, accessLog = false, analysisWithin = 5.minutes, hosts = HostNames.Any)

  def serving[A](routes: Routes, config: ServerConfig = quiet)(body: RunningServer => A): A =
    val server = Server(config).start(routes)
    try body(server)
    finally server.stop(1.second)

  val client: HttpClient = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()

  type Answer = HttpResponse[String]

  def ask(
      server: RunningServer,
      path: String,
      method: String = "GET",
      body: String = "",
      headers: Seq[(String, String)] = Nil
  ): Answer =
    val builder = HttpRequest.newBuilder(URI(server.url + path))
    headers.foreach((name, value) => builder.header(name, value))
    val publisher =
      if body.isEmpty then HttpRequest.BodyPublishers.noBody() else HttpRequest.BodyPublishers.ofString(body)
    client.send(builder.method(method, publisher).build(), HttpResponse.BodyHandlers.ofString())

  extension (answer: Answer)
    def head(name: String): String = answer.headers.firstValue(name).orElse("")

  /** Opens a raw connection, for what no client library would send. */
  def connected[A](server: RunningServer)(body: RawClient => A): A =
    val raw = RawClient(server.port)
    try body(raw)
    finally raw.close()

  /** Hands over the lines of the System.Logger of this name, as they come. */
  def logged[A](name: String)(body: LinkedBlockingQueue[String] => A): A = LogLines.of(name)(body)

  /** Files of forms are removed soon after the response, of which nothing tells. */
  def awaitGone(paths: Seq[Path]): Unit =
    def left = paths.filter(Files.exists(_))
    Eventually.until("the files are removed", s"left: $left")(left.isEmpty)
end WebSuite
