package eddy.web.client

import eddy.runtime.{Engine, EngineConfig}
import eddy.web.{Overload, Routes, RunningServer, Server, ServerConfig, Timeouts}

import java.util.concurrent.LinkedBlockingQueue
import scala.concurrent.duration.DurationInt

/** A server of the product to ask, on an engine with one worker, so that a handler that blocks it is found
  * out.
  */
abstract class ClientFixture extends eddy.testing.PatientSuite:
  val reports: LinkedBlockingQueue[(Throwable, String)] = LinkedBlockingQueue()

  given engine: Engine = Engine.start(EngineConfig(
    name = "client-test",
    workers = 1,
    reporter = (failure, where) => reports.put((failure, where))
  ))
  // the first handlers of a process are slow to be analysed on a busy machine
  lazy val http: Client = Client(ClientConfig(timeout = 2.minutes))

  override def beforeEach(context: BeforeEach): Unit = reports.clear()
  override def afterAll(): Unit =
    http.close()
    await(engine.shutdown(5.seconds)): Unit

  def serving[A](routes: Routes)(body: RunningServer => A): A =
    // however slow the machine: nothing is refused for being late
    val patient = ServerConfig(
      port = 0,
      accessLog = false,
      overload = Overload(maxWait = 5.minutes),
      timeouts = Timeouts(response = 5.minutes)
    )
    val server = Server(patient).start(routes)
    try body(server)
    finally server.stop(1.second)

  def failing(body: => Any): ClientException = intercept[ClientException](body)

  def nextReport(): (Throwable, String) = awaitNext(reports)
end ClientFixture
