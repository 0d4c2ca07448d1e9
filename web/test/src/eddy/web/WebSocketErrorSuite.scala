package eddy.web

import eddy.runtime.{Engine, EngineConfig}
import eddy.testing.{Eventually, Waits}
import eddy.web.malformed.RawWebSocket.{bytes, closing, frame, handshake}
import eddy.web.malformed.{BadRequest, RawExchange, RawWebSocket}

import java.io.ByteArrayOutputStream
import java.util.concurrent.TimeUnit.SECONDS
import java.util.concurrent.atomic.AtomicInteger
import java.util.concurrent.{CompletableFuture, ConcurrentHashMap, LinkedBlockingQueue, Semaphore}
import java.util.zip.{Deflater, DeflaterOutputStream}
import scala.concurrent.duration.DurationInt

/** Handshakes and frames that RFC 6455 does not allow: refused by the right status or close code, and the
  * route's `onClose` runs; the server still serves.
  */
class WebSocketErrorSuite extends eddy.testing.PatientSuite:
  private val failures = LinkedBlockingQueue[String]()
  private val engine = Engine.start(
    EngineConfig(name = "websocket-errors", reporter = (failure, where) => failures.put(s"$where: $failure"))
  )
  private val connections = AtomicInteger()

  /** What `onClose` said, by the number of the connection. */
  private val closed = ConcurrentHashMap[String, CompletableFuture[Int]]()
  private def closeTold(number: Int): CompletableFuture[Int] =
    closed.computeIfAbsent(number.toString, _ => CompletableFuture())

  /** The filter of `/guarded` has begun; may end. */
  private val guarding, passing = Semaphore(0)

  private lazy val server: RunningServer =
    given Engine = engine
    val options = WebSocketOptions(maxMessageBytes = 1000)
    val echo = Routes.webSocket("/echo", options): socket =>
      socket.onText: text =>
        val _ = socket.send(text)
      socket.onClose: (code, _) =>
        socket.request.query("number").foreach(n => closeTold(n.toInt).complete(code))
    val guarded = Routes.webSocket("/guarded")(_ => ()).through: (_, _) =>
      guarding.release()
      passing.acquire()
    Server(ServerConfig(port = 0, timeouts = Timeouts(linger = 300.millis), accessLog = false))
      .start(echo ++ guarded)

  /** An error of a client is not a failure of the server. */
  override def afterEach(context: AfterEach): Unit =
    assertEquals(Option(failures.poll), None, "reported as the server's own failure")

  override def afterAll(): Unit =
    server.stop(1.second)
    val _ = await(engine.shutdown(5.seconds))

  // Opening handshake (sections 4.2.1, 4.2.2 and 10.2).

  refused("without a key", without("Sec-WebSocket-Key"))(400)
  refused("with an empty key", changed("Sec-WebSocket-Key", ""))(400)
  refused("with a key of 15 bytes", changed("Sec-WebSocket-Key", "AAAAAAAAAAAAAAAAAAAA"))(400)
  refused("with a key that is not base64", changed("Sec-WebSocket-Key", "!!!!!!!!!!!!!!!!!!!!!!=="))(400)
  refused(
    "with two keys",
    good.replace("\r\n\r\n", "\r\nSec-WebSocket-Key: AQIDBAUGBwgJCgsMDQ4PEA==\r\n\r\n").nn
  )(400)
  refused("without a version", without("Sec-WebSocket-Version"))(400, 426)
  refused("with version 8", changed("Sec-WebSocket-Version", "8"))(426, 400)
  refused("with a version of letters", changed("Sec-WebSocket-Version", "thirteen"))(426, 400)
  refused("by POST", good.replace("GET ", "POST ").nn)(400, 405)
  refused("in HTTP/1.0", good.replace("HTTP/1.1", "HTTP/1.0").nn)(400, 426, 505)
  refused("without Upgrade", without("Upgrade"))(400, 426)
  refused("to another protocol", changed("Upgrade", "h2c"))(400, 426)
  refused("without Connection: Upgrade", without("Connection"))(400, 426)
  refused(
    "from a page of another host",
    good.replace("\r\n\r\n", "\r\nOrigin: http://evil.example\r\n\r\n").nn
  )(403)
  refused("at an unknown path", good.replace("/echo", "/unknown").nn)(404)

  refused("with a body", good.replace("\r\n\r\n", "\r\nContent-Length: 5\r\n\r\nhello"))(400)
  refused(
    "with a chunked body",
    good.replace("\r\n\r\n", "\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n")
  )(400)

  accepted("with further options", changed("Connection", "keep-alive, Upgrade"))
  accepted("in other capitals", good.replace("Upgrade: websocket", "UPGRADE: WebSocket"))
  accepted("from a page of the same host", handshake("/echo", "Origin: http://localhost\r\n"))
  for offer <-
      Seq("permessage-deflate; server_max_window_bits=99", "permessage-deflate; bogus", ";;=,", "x-unknown")
  do
    accepted(
      s"with the extension $offer, which is declined,",
      handshake("/echo", s"Sec-WebSocket-Extensions: $offer\r\n")
    )

  test("a client that hangs up before a filter accepts the handshake is not a failure of the server"):
    for _ <- 1 to 20 do
      val client = RawClient(server.port)
      client.send(handshake("/guarded"))
      assert(guarding.tryAcquire(Waits.LimitSeconds, SECONDS))
      client.close()
      passing.release()
    Eventually.until("all have gone"):
      server.metrics.scrape().linesIterator.exists(_ == "eddy_connections 0.0")

  test("a handshake of another version is answered with the right one"):
    val exchange =
      RawExchange(server.port, BadRequest.latin1(changed("Sec-WebSocket-Version", "8")), finish = true)
    assert(clue(exchange.answers).head.head.toLowerCase.nn.contains("sec-websocket-version: 13"))

  // Frames (sections 5.2, 5.4, 5.5, 7.4.1 and 8.1).

  fails("an unmasked frame", bytes(0x81, 2, 'h', 'i'))(1002)
  fails("reserved bit 1 without compression", frame(0xc1, "hi"))(1002)
  fails("reserved bit 2", frame(0xa1, "hi"))(1002)
  fails("reserved bit 3", frame(0x91, "hi"))(1002)
  fails("reserved opcode 3", frame(0x83, "hi"))(1002)
  fails("reserved opcode 7", frame(0x87, "hi"))(1002)
  fails("reserved opcode 11", frame(0x8b, "hi"))(1002)
  fails("a ping of 126 bytes", frame(0x89, "x" * 126))(1002)
  fails("a pong of 126 bytes", frame(0x8a, "x" * 126))(1002)
  fails("a fragmented ping", frame(0x09, "hi"))(1002)
  fails("a fragmented close frame", frame(0x08, ""))(1002)
  fails("a continuation of nothing", frame(0x80, "hi"))(1002)
  fails("a second message inside a first", frame(0x01, "a"), frame(0x81, "b"))(1002)
  fails("a length of more than 2^63", bytes(0x82, 0xff, 0x80, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0))(1002, 1009)
  fails("text that is not UTF-8", frame(0x81, bytes(0xc0, 0xaf)))(1007)
  fails("text with a surrogate", frame(0x81, bytes(0xed, 0xa0, 0x80)))(1007)
  fails("text that ends inside a character", frame(0x81, bytes(0xe2, 0x82)))(1007)
  fails("fragments that are not UTF-8 together", frame(0x01, bytes(0xe2, 0x82)), frame(0x80, "a"))(1007)
  fails("a close frame of one byte", frame(0x88, bytes(3)))(1002)
  fails("close code 999", closing(999))(1002)
  fails("close code 1005", closing(1005))(1002)
  fails("close code 1006", closing(1006))(1002)
  fails("close code 1015", closing(1015))(1002)
  fails("close code 2999", closing(2999))(1002)
  fails("close code 5000", closing(5000))(1002)
  fails("a close reason that is not UTF-8", closing(1000, 0xc0, 0xaf))(1007, 1002)
  fails("a message over the limit", frame(0x81, "x" * 1001))(1009)
  fails(
    "a message over the limit, announced only",
    bytes(0x81, 0xff, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0)
  )(1009)
  fails("fragments over the limit together", frame(0x01, "x" * 600), frame(0x80, "x" * 600))(1009)
  fails("fragments without an end", frame(0x01, "x") +: Seq.fill(2000)(frame(0x00, "x"))*)(1009)

  test("a message over the limit after decompression closes with 1009"):
    connected("Sec-WebSocket-Extensions: permessage-deflate\r\n"): (socket, _) =>
      assert(clue(socket.answer).contains("permessage-deflate"))
      socket.send(frame(0xc1, deflated("x" * 1_000_000)))
      assertEquals(closeCode(socket), 1009)

  test("invalid compressed data closes the connection"):
    connected("Sec-WebSocket-Extensions: permessage-deflate\r\n"): (socket, _) =>
      socket.send(frame(0xc1, bytes(0xff, 0xff, 0xff, 0xff)))
      assert(Set(1002, 1007, 1009)(clue(closeCode(socket))))

  test("onClose gets 1006 when a connection breaks"):
    val number = connected()((_, number) => number)
    assertEquals(await(closeTold(number)), 1006)

  test("a close frame is answered with its code, and later frames are dropped"):
    connected(): (socket, _) =>
      socket.send(BadRequest.join(closing(4001), frame(0x81, "late")))
      assertEquals(socket.next().map(_.closeCode), Some(4001))
      assertEquals(socket.next(), None)

  private def good = handshake("/echo", "")

  private def without(header: String): String = good.replaceFirst(s"\r\n$header: [^\r]*", "").nn

  private def changed(header: String, value: String): String =
    good.replaceFirst(s"\r\n$header: [^\r]*", s"\r\n$header: $value").nn

  private def refused(how: String, request: String)(statuses: Int*): Unit =
    test(s"a handshake $how is refused"):
      val exchange = RawExchange(server.port, BadRequest.latin1(request), finish = true)
      assert(statuses.contains(exchange.statuses.headOption.getOrElse(0)), s"$exchange")
      goesOn()

  private def accepted(how: String, request: String): Unit =
    test(s"a handshake $how is accepted, and a frame in the same packet is heard"):
      val bytes = BadRequest.join(BadRequest.latin1(request), frame(0x81, "hello"))
      val socket = RawWebSocket(server.port, bytes)
      try
        assert(clue(socket.answer).startsWith("HTTP/1.1 101 "))
        assert(!clue(socket.answer).toLowerCase.contains("sec-websocket-extensions"))
        assertEquals(socket.next().map(_.text), Some("hello"))
      finally socket.close()

  private def fails(what: String, frames: Array[Byte]*)(codes: Int*): Unit =
    test(s"$what closes with ${codes.mkString(" or ")}"):
      connected(): (socket, number) =>
        socket.send(BadRequest.join(frames*))
        val code = closeCode(socket)
        assert(codes.contains(code), s"closed with $code")
        assertEquals(socket.next(), None, "the connection goes on behind the close frame")
        // The code it receives may be the client's own, where that came first.
        assert(await(closeTold(number)) >= 1000)
      goesOn()

  /** Reads up to the close frame. */
  private def closeCode(socket: RawWebSocket): Int =
    val close = Iterator.continually(socket.next()).find(_.forall(_.opcode == 8)).flatten
    close.map(_.closeCode).getOrElse(fail("the connection ended without a close frame"))

  private def connected[A](headers: String = "")(body: (RawWebSocket, Int) => A): A =
    val number = connections.incrementAndGet()
    val socket = RawWebSocket(server.port, BadRequest.latin1(handshake(s"/echo?number=$number", headers)))
    try
      assert(clue(socket.answer).startsWith("HTTP/1.1 101 "))
      body(socket, number)
    finally socket.close()

  private def goesOn(): Unit = connected(): (socket, _) =>
    socket.send(frame(0x81, "hello"))
    assertEquals(socket.next().map(_.text), Some("hello"))

  /** As RFC 7692, section 7.2.1: raw deflate, flushed, without the flush's last four bytes. */
  private def deflated(text: String): Array[Byte] =
    val out = ByteArrayOutputStream()
    val deflater = DeflaterOutputStream(out, Deflater(Deflater.BEST_COMPRESSION, true), true)
    deflater.write(BadRequest.latin1(text))
    deflater.flush()
    out.toByteArray.nn.dropRight(4)
end WebSocketErrorSuite
