package eddy.web.testkit

import eddy.runtime.{Engine, EngineConfig}
import eddy.state.Checked
import eddy.web.client.{Call, Client, ClientConfig}
import eddy.web.testkit.internal.Reports
import eddy.web.{Connection, Routes, RunningServer, Server, ServerConfig}

import scala.concurrent.Await
import scala.concurrent.duration.{DurationInt, FiniteDuration}

/** A service that runs for one test, on a free port and an engine of its own, and ways to ask it. Made by
  * [[TestService.run]], which also ends it.
  *
  * The checked mode of shared state is on from then on, unless the system property `eddy.state.checked` is
  * `false`: an access that no lock covers is a failure of the service.
  *
  * A failed expectation throws an `AssertionError`, which shows the answer, and the failures of the service
  * meanwhile: so any test framework reports it. For one thread, the test's.
  */
final class TestService private (
    val server: RunningServer,
    val client: Client,
    val patience: FiniteDuration,
    reports: Reports
):
  /** Set by the service, and sent with later requests that have no `Cookie` header of their own. */
  val cookies: TestCookies = new TestCookies

  def get(path: String, more: Call => Call = identity): TestAnswer = call("GET", path, more)
  def post(path: String, more: Call => Call = identity): TestAnswer = call("POST", path, more)
  def put(path: String, more: Call => Call = identity): TestAnswer = call("PUT", path, more)
  def patch(path: String, more: Call => Call = identity): TestAnswer = call("PATCH", path, more)
  def delete(path: String, more: Call => Call = identity): TestAnswer = call("DELETE", path, more)

  /** Asks and waits for the answer: `call("PUT", "/orders/1", _.json(order).header("X-Key", "1"))`.
    * Redirections are not followed: they are answers.
    */
  def call(method: String, path: String, more: Call => Call = identity): TestAnswer =
    received(TestAnswer.of(prepared(method, path, more), reports))

  /** Asks `n` times at once, waits for all answers, and returns them in the order of the requests.
    */
  def callAtOnce(
      n: Int,
      method: String,
      path: Int => String,
      more: Call => Call = identity
  ): Seq[TestAnswer] =
    val sent = (0 until n).map(i => prepared(method, path(i), more))
    sent.map(call => call -> call.future()).map((call, answer) =>
      received(TestAnswer.of(call, answer, patience, reports))
    )

  private def prepared(method: String, path: String, more: Call => Call): Call =
    val call = more(client.call(method, path).timeout(patience))
    if call.headers.exists((name, _) => name.equalsIgnoreCase("Cookie")) then call
    else cookies.header(call.uri.getRawPath).fold(call)(call.header("Cookie", _))

  private def received(answer: TestAnswer): TestAnswer =
    cookies.receive(answer.path, answer.headers)
    answer

  /** Opens a WebSocket.
    * @param headers such as `Cookie` or `Origin`
    */
  def webSocket(
      path: String,
      headers: Seq[(String, String)] = Nil,
      subprotocols: Seq[String] = Nil
  ): TestSocket =
    val own = headers.exists((name, _) => name.equalsIgnoreCase("Cookie"))
    val bare = path.takeWhile(_ != '?')
    val sent = if own then None else cookies.header(bare)
    val all = headers ++ sent.map("Cookie" -> _)
    TestSocket.open(server, path, all, subprotocols, patience, reports)(cookies.receive(bare, _))

  /** Opens a stream of server-sent events. */
  def events(path: String, more: Call => Call = identity): TestEvents =
    val call = prepared("GET", path, call => more(call.header("Accept", "text/event-stream")))
    TestEvents.open(call, patience, reports)(cookies.receive(call.uri.getRawPath, _))

  /** What handlers threw, oldest first. */
  def failures: List[Throwable] = reports.all

  /** @throws AssertionError when a handler threw something that was no answer */
  def expectNoFailures(): Unit =
    failures.headOption.foreach: first =>
      throw reports.wrong(s"handlers of the service have failed, the first with $first")
end TestService

object TestService:
  /** Starts a service, runs `body`, and ends the service, however `body` ends.
    *
    * @param config its host and port are not used: it listens on a free port of this machine
    * @param patience how long each expectation waits at most
    */
  def run[A](routes: Routes, config: ServerConfig = ServerConfig(), patience: FiniteDuration = 10.seconds)(
      body: TestService => A
  ): A = started(config, patience)(_.start(routes))(body)

  /** As [[run]], for a service that is one handler. It is made by `service` of the server it is for. */
  def runOne[A](config: ServerConfig = ServerConfig(), patience: FiniteDuration = 10.seconds)(
      service: Server => Connection => Unit
  )(body: TestService => A): A =
    started(config, patience)(server => server.start(service(server)))(body)

  private def started[A](config: ServerConfig, patience: FiniteDuration)(start: Server => RunningServer)(
      body: TestService => A
  ): A =
    // for the whole process, which runs tests
    if System.getProperty("eddy.state.checked") != "false" then Checked.on = true
    val reports = Reports()
    given engine: Engine = Engine.start(EngineConfig("test-service", reporter = reports.add(_, _)))
    try
      val quiet = config.copy(host = "127.0.0.1", port = 0, accessLog = false, unreadyFor = 0.seconds)
      val running = start(Server(quiet))
      val client = Client(ClientConfig(maxRedirects = 0, timeout = patience)).at(running.url)
      try body(TestService(running, client, patience, reports))
      catch
        case failed: Throwable =>
          // what the service threw is most often the reason
          reports.all.filterNot(_ eq failed).foreach(failed.addSuppressed(_))
          throw failed
      finally
        client.close(1.second)
        running.stop(1.second)
    finally Await.ready(engine.shutdown(5.seconds), 10.seconds): Unit
  end started
end TestService
