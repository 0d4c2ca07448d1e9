package eddy.web

import eddy.runtime.EngineConfig
import eddy.testing.Eventually
import eddy.web.http2.{Frame as Http2Frame, RawHttp2}
import eddy.web.tls.Pem

import java.util.concurrent.{CountDownLatch, LinkedBlockingQueue}
import java.util.logging.{Handler, Level, LogRecord, Logger}
import scala.concurrent.duration.DurationInt
import scala.jdk.CollectionConverters.given

/** Events that clients can cause at any rate take few lines of the log. */
class FloodLogSuite extends WebSuite:
  override def crew: EngineConfig = EngineConfig(name = "flood", workers = 2, maxSpareWorkers = 2)

  /** @param once does it on a connection of its own */
  private final case class Offence(name: String, tls: Boolean = false)(val once: RunningServer => Unit)

  private def raw(server: RunningServer)(does: RawClient => Unit): Unit =
    val client = RawClient(server.port)
    try does(client)
    finally client.close()

  private def http2(server: RunningServer)(does: RawHttp2 => Unit): Unit =
    val client = RawHttp2(server.port)
    try does(client)
    finally client.close()

  private val offences = Seq(
    Offence("no HTTP at all")(raw(_) { client =>
      client.send("\u0016\u0003garbage\r\n\r\n")
      client.rest(): Unit
    }),
    Offence("a head without end")(raw(_) { client =>
      client.send("GET / HTTP/1.1\r\nX: " + "x" * 100_000)
      client.answer(): Unit
    }),
    Offence("a body that breaks off")(raw(_) { client =>
      client.send("POST /text HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nabc")
      client.reset()
    }),
    Offence("no chunk where one is due")(raw(_) { client =>
      client.send("POST /text HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n")
      client.rest(): Unit
    }),
    Offence("no gzip where it is said to be")(raw(_) { client =>
      client.send(
        "POST /gunzip HTTP/1.1\r\nHost: x\r\nContent-Encoding: gzip\r\nContent-Length: 3\r\n\r\nabc"
      )
      client.answer(): Unit
    }),
    Offence("no TLS where it is spoken", tls = true)(raw(_) { client =>
      client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
      client.rest(): Unit
    }),
    Offence("HTTP/2: data on a stream that is not there")(http2(_) { client =>
      client.data(7, Array(1))
      client.isAtEnd: Unit
    }),
    Offence("HTTP/2: a frame that is too long")(http2(_) { client =>
      client.send(Array[Byte](0x7f, 0, 0, 0, 0, 0, 0, 0, 1))
      client.isAtEnd: Unit
    }),
    Offence("HTTP/2: data behind an answer that refuses it")(http2(_) { client =>
      val stream = client.request("/none", "POST", Seq("content-length" -> "60000"), end = false)
      client.await(f => f.kind == Http2Frame.Reset || f.kind == Http2Frame.Headers): Unit
      for _ <- 1 to 30 do client.data(stream, new Array[Byte](1000), end = false)
      val next = client.request("/text", "GET")
      client.await(f => f.stream == next): Unit
    }),
    Offence("HTTP/2: streams that are cancelled at once")(http2(_) { client =>
      for _ <- 1 to 20 do client.cancel(client.request("/text"))
      val next = client.request("/text", "GET")
      client.await(f => f.stream == next): Unit
    }),
    Offence("WebSocket: a frame without a mask")(raw(_) { client =>
      WebSocketClient(client, "/socket"): Unit
      client.send(Array[Byte](0x81.toByte, 1, 'a'))
      client.rest(): Unit
    }),
    Offence("WebSocket: text that is none")(raw(_) { client =>
      WebSocketClient(client, "/socket").send(1, Array[Byte](-1, -1))
      client.rest(): Unit
    }),
    Offence("WebSocket: a reset")(raw(_) { client =>
      WebSocketClient(client, "/socket").send("a")
      client.reset()
    })
  )

  private val served = Routes
    .get("/text")((_, res) => res.text("text"))
    .post("/text")((req, res) => res.text(req.bodyText))
    .post("/gunzip", Body.Whole(1000, gunzip = true))((req, res) => res.text(req.bodyText))
    .webSocket("/socket")(socket => socket.onText(text => socket.send(text): Unit))

  /** Whatever any logger of the process writes. */
  private def allLines[A](body: LinkedBlockingQueue[String] => A): A =
    val lines = LinkedBlockingQueue[String]()
    val root = Logger.getLogger("")
    val before = root.getHandlers
    val handler = new Handler:
      def publish(record: LogRecord): Unit =
        if record.getLevel.intValue >= Level.INFO.intValue then
          lines.put(s"${record.getLoggerName}: ${record.getMessage}")
      def flush(): Unit = ()
      def close(): Unit = ()
    before.foreach(root.removeHandler)
    root.addHandler(handler)
    try body(lines)
    finally
      root.removeHandler(handler)
      before.foreach(root.addHandler)

  test(
    "requests that are not answered in time and whose handlers have not begun are counted, one line a second"
  ):
    val free = CountDownLatch(1)
    val blocks = Routes.get("/"): (_, res) =>
      free.await()
      res.text("done")
    val config = quiet.copy(
      overload = Overload(maxWait = 10.minutes),
      timeouts = Timeouts(response = 2.seconds)
    )
    val requests = 400
    val begun = System.nanoTime
    allLines: lines =>
      serving(blocks, config): server =>
        val clients = Seq.fill(40)(RawClient(server.port))
        try
          for client <- clients; _ <- 1 to requests / 40 do client.get("/")
          for client <- clients; _ <- 1 to requests / 40 do assertEquals(client.answer().status, 503)
        finally
          free.countDown()
          clients.foreach(_.close())
        def told = lines.asScala.toSeq.filter(_.contains("waited for its handler to begin"))
        def count = told.map(line => if line.contains(" times in a second") then number(line) else 1).sum
        def reported = reports.asScala.count(_(0).getMessage.contains("no answer within"))
        Eventually.until(
          "all are counted",
          s"$count of $requests, $reported reported"
        )(count + reported >= requests)
        assertEquals(count + reported, requests)
        val seconds = (System.nanoTime - begun) / 1_000_000_000 + 1
        assert(clue(told.size) <= seconds + 1)
        // handlers that have begun, each of which is a fault of its handler
        assert(clue(reports.size) <= 6)

  test("a line says why requests of an address were malformed, and how many they were"):
    allLines: lines =>
      serving(served): server =>
        for _ <- 1 to 20 do
          raw(server): client =>
            client.send("GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n")
            assertEquals(client.answer().status, 400)
        def told = lines.asScala.toSeq.filter(_.contains("a request of 127.0.0.1 was refused (400): "))
        def count = told.map(line => if line.contains(" times in a second") then number(line) else 1).sum
        Eventually.until("all are counted", s"$told")(count == 20)
        assert(told.forall(_.contains("Host")), s"$told")

  private def number(line: String): Int =
    "(\\d+) times in a second".r.findFirstMatchIn(line).get.group(1).nn.toInt

  for offence <- offences do
    test(s"fifty times, it takes at most three lines of the log: ${offence.name}"):
      allLines: lines =>
        val tls = if offence.tls then Some(Tls(Pem.shared)) else None
        serving(served, quiet.copy(tls = tls)): server =>
          for _ <- 1 to 50 do offence.once(server)
          if !offence.tls then assertEquals(ask(server, "/text").statusCode, 200)
        val written = lines.asScala.toSeq.filterNot(_.contains("runs alone"))
        assert(written.size <= 3, written.take(5).mkString(s"${written.size} lines:\n", "\n", ""))
        assert(reports.isEmpty, s"$reports")
end FloodLogSuite
