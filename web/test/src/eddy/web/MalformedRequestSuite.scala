package eddy.web

import eddy.runtime.{Engine, EngineConfig}
import eddy.web.malformed.{BadRequest, Fate, RawExchange}
import eddy.web.malformed.{ChunkRows, ContentRows, FramingRows, HeadRows, LimitRows, RequestLineRows}

import java.util.concurrent.LinkedBlockingQueue
import java.util.concurrent.atomic.AtomicInteger
import scala.concurrent.duration.DurationInt

/** Malformed, smuggled and over-limit requests: the right status, the right fate of the connection, and a
  * server that still serves. Behind every row stands a good request that must not be answered when the row's
  * connection is to end.
  */
class MalformedRequestSuite extends eddy.testing.WaitingTests:
  private val failures = LinkedBlockingQueue[String]()
  private val engine = Engine.start(
    EngineConfig(name = "malformed", reporter = (failure, where) => failures.put(s"$where: $failure"))
  )

  private val config =
    ServerConfig(port = 0, limits = Limits(maxBodyBytes = 1000), accessLog = false, hosts = HostNames.Any)

  private lazy val server = Target(Timeouts(linger = 300.millis))

  /** Short timeouts, for the clients that it is to give up. */
  private lazy val hasty = Target(Timeouts(header = 1.second, body = 1.second, linger = 300.millis))

  /** A server that counts the smuggled requests it has answered. */
  private final class Target(timeouts: Timeouts):
    private given Engine = engine
    val smuggled: AtomicInteger = AtomicInteger()
    val running: RunningServer = Server(config.copy(timeouts = timeouts)).start(
      Routes
        .get("/ok")((_, response) => response.text("ok"))
        .post("/body")((request, response) => response.text(request.bodyText))
        .get("/smuggled"): (_, response) =>
          val _ = smuggled.incrementAndGet()
          response.text("smuggled")
        .files("/files", "malformed")
    )

  override def afterAll(): Unit =
    List(server, hasty).foreach(_.running.stop(1.second))
    val _ = await(engine.shutdown(5.seconds))

  table("Content-Length", FramingRows.contentLength)
  table("Transfer-Encoding", FramingRows.transferEncoding)
  table("chunked", ChunkRows.rows)
  table("header lines", HeadRows.lines)
  table("Host", HeadRows.host)
  table("method", RequestLineRows.methods)
  table("target", RequestLineRows.targets)
  table("version", RequestLineRows.versions)
  table("contents", ContentRows.headers)
  table("files", ContentRows.files)
  table("limits", LimitRows.limits)
  LimitRows.slow.foreach(row => test(s"slow: ${row.name}".tag(WaitingTest))(check(row, hasty)))
  table("cut off", LimitRows.cutOff)
  table("no HTTP", LimitRows.strangers)

  private def table(topic: String, rows: Seq[BadRequest]): Unit =
    rows.foreach(row => test(s"$topic: ${row.name}")(check(row, server)))

  private def check(row: BadRequest, at: Target): Unit =
    val before = at.smuggled.get
    val bytes = if row.followed then BadRequest.join(row.bytes, following) else row.bytes
    val exchange = RawExchange(at.running.port, bytes, row.finish)
    goesOn(at.running)
    assertEquals(Option(failures.poll), None, "reported as the server's own failure")
    val status = exchange.statuses.headOption.getOrElse(BadRequest.NoAnswer)
    def seen = s"$exchange"
    assert(row.statuses(status), s"answered $status, not ${row.statuses.mkString(" or ")}: $seen")
    assert(exchange.ended, s"the connection was not closed: $seen")
    assertEquals(exchange.rest, "", s"bytes that are no answer: $seen")
    row.fate match
      case Fate.Closed =>
        assertEquals(at.smuggled.get, before, s"the request behind was answered: $seen")
        assert(exchange.statuses.drop(1).forall(_ >= 400), s"more was answered: $seen")
      case Fate.Kept =>
        assertEquals(
          exchange.answers.drop(1).map(_.body),
          Seq("smuggled"),
          s"the request behind was lost: $seen"
        )
  end check

  /** A good request on a new connection. */
  private def goesOn(server: RunningServer): Unit =
    val good = BadRequest.latin1("GET /ok HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
    assertEquals(RawExchange(server.port, good).answers.map(_.body), Seq("ok"), "the server does not go on")

  private def following: Array[Byte] =
    BadRequest.latin1("GET /smuggled HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
end MalformedRequestSuite
