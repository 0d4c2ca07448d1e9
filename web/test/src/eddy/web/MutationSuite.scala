package eddy.web

import eddy.runtime.{Engine, EngineConfig}
import eddy.web.malformed.{BadRequest, RawExchange, RawWebSocket}

import java.util.concurrent.LinkedBlockingQueue
import scala.concurrent.duration.DurationInt
import scala.util.Random

/** Good requests with some bytes changed at random: whatever comes, the server answers in HTTP, ends the
  * connection and counts nothing as its own failure. The seed of a failing request is in its message.
  */
class MutationSuite extends eddy.testing.PatientSuite:
  private val failures = LinkedBlockingQueue[String]()
  private val engine = Engine.start(
    EngineConfig(name = "mutation", reporter = (failure, where) => failures.put(s"$where: $failure"))
  )

  private lazy val server: RunningServer =
    given Engine = engine
    val limits = Limits(maxBodyBytes = 1000)
    Server(ServerConfig(
      port = 0,
      limits = limits,
      timeouts = Timeouts(linger = 100.millis),
      hosts = HostNames.Any,
      accessLog = false
    )).start(
      Routes
        .get("/ok")((request, response) => response.text(s"${request.queryAll("a")} ${request.cookies}"))
        .post("/body")((request, response) => response.text(request.bodyText))
        .webSocket("/socket")(socket => socket.onText(text => socket.send(text): Unit))
    )

  override def afterAll(): Unit =
    server.stop(1.second)
    await(engine.shutdown(5.seconds)): Unit

  private val requests = Seq(
    "GET /ok?a=1&b=%41 HTTP/1.1\r\nHost: localhost:80\r\nCookie: a=b; c=\"d\"\r\nAccept-Encoding: gzip;q=1\r\n\r\n" * 2,
    "POST /body HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: 5\r\n\r\nhello" * 2,
    "POST /body HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n5;a=b\r\nhello\r\n0\r\nX: y\r\n\r\n" * 2
  ).map(BadRequest.latin1)

  private val conversation = BadRequest.join(
    BadRequest.latin1(RawWebSocket.handshake("/socket", "Sec-WebSocket-Extensions: permessage-deflate\r\n")),
    RawWebSocket.frame(0x01, "hel"),
    RawWebSocket.frame(0x89, "ping"),
    RawWebSocket.frame(0x80, "lo"),
    RawWebSocket.frame(0x81, "x" * 200),
    RawWebSocket.closing(1000)
  )

  private val tokens =
    Seq(
      "\r\n",
      "\n",
      "\r",
      "\u0000",
      " ",
      ":",
      "\t",
      "0",
      "-",
      "ffffffff",
      ",",
      ";",
      "%",
      "chunked",
      "\u00ff",
      "\u0081"
    )
      .map(BadRequest.latin1)

  test("3,000 changed requests are answered in HTTP, and the server still serves"):
    for seed <- 1 to 3000 do
      val random = Random(seed)
      val bytes = changed(requests(seed % requests.size), random)
      val exchange = RawExchange(server.port, bytes, finish = true)
      def seen = s"seed $seed, sent ${shown(bytes)}, got $exchange"
      assert(exchange.ended, s"the connection was not closed: $seen")
      assertEquals(exchange.rest, "", s"bytes that are no answer: $seen")
      assertEquals(Option(failures.poll), None, seen)
    goesOn()

  test("1,000 changed WebSocket conversations end, and the server still serves"):
    for seed <- 1 to 1000 do
      val bytes = changed(conversation, Random(seed))
      val exchange = RawExchange(server.port, bytes, finish = true)
      assert(
        exchange.ended,
        s"the connection was not closed: seed $seed, sent ${shown(bytes)}, got $exchange"
      )
      assertEquals(Option(failures.poll), None, s"seed $seed, sent ${shown(bytes)}, got $exchange")
    goesOn()

  /** One to four times: a byte changed, some left out, some doubled, or a token put in. */
  private def changed(bytes: Array[Byte], random: Random): Array[Byte] =
    (1 to 1 + random.nextInt(4)).foldLeft(bytes): (now, _) =>
      val from = random.nextInt(now.length)
      val until = math.min(now.length, from + 1 + random.nextInt(8))
      val (before, behind) = now.splitAt(from)
      random.nextInt(4) match
        case 0 => now.updated(from, random.nextInt(256).toByte)
        case 1 => if now.length > 20 then before ++ now.drop(until) else now
        case 2 => before ++ now.slice(from, until) ++ behind
        case _ => before ++ tokens(random.nextInt(tokens.size)) ++ behind

  private def shown(bytes: Array[Byte]): String =
    String(bytes, java.nio.charset.StandardCharsets.ISO_8859_1).map(c =>
      if c >= ' ' && c < 127 then c.toString else f"\\x${c.toInt}%02x"
    ).mkString

  private def goesOn(): Unit =
    val good = BadRequest.latin1("GET /ok HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
    assertEquals(RawExchange(server.port, good).statuses, Seq(200))
end MutationSuite
