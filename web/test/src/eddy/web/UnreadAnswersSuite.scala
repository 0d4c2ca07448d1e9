package eddy.web

import eddy.testing.Eventually
import eddy.web.http2.{Frame as Http2Frame, RawHttp2, Trusting}
import eddy.web.tls.Pem

import java.net.{InetSocketAddress, Socket}
import javax.net.ssl.SSLSocket
import scala.collection.mutable.ListBuffer
import scala.concurrent.duration.DurationInt

/** Clients that do not take what waits for them: all together they have a bounded share of memory, and each
  * is to take a little over each period.
  */
class UnreadAnswersSuite extends WebSuite:
  private val MiB = 1024 * 1024
  private val large = new Array[Byte](3 * MiB)
  private val most = 8 * MiB
  private val unbounded = WebSocketOptions(maxBufferedBytes = 64 * MiB, maxMessageBytes = 16 * MiB)

  private val routes = Routes
    .get("/")((_, res) => res.text("here"))
    .get("/large")((_, res) => res.bytes("application/octet-stream", large))
    .get("/stream"): (_, res) =>
      val out = res.stream("application/octet-stream")
      (1 to 3).foreach(_ => out.write(large): Unit)
    .get("/events"): (_, res) =>
      val out = res.events()
      val event = "x" * large.length
      (1 to 3).foreach(_ => out.send(event): Unit)
    .get("/long-stream"): (_, res) =>
      val out = res.stream("application/octet-stream")
      (1 to 10).foreach(_ => out.write(large): Unit)
    .get("/long-events"): (_, res) =>
      val out = res.events()
      val event = "x" * large.length
      (1 to 10).foreach(_ => out.send(event): Unit)
    .webSocket("/long-socket", unbounded): socket =>
      (1 to 10).foreach(_ => socket.send(large): Unit)
    .webSocket("/socket", unbounded): socket =>
      (1 to 3).foreach(_ => socket.send(large): Unit)
    .webSocket("/prepared", unbounded): socket =>
      (1 to 3).foreach(_ => socket.send(PreparedMessage.binary(large)): Unit)

  private val config = quiet.copy(
    overload = Overload(maxUnsentBytes = most),
    limits = Limits(maxBufferedBytes = 64 * MiB),
    compression = false,
    timeouts = Timeouts(write = 10.minutes)
  )

  /** A client that asks for more than the socket's buffers hold.
    * @param ask sends, and reads none of the answers
    */
  private final case class Row(name: String, tls: Boolean = false)(val ask: RunningServer => AutoCloseable)

  private def http1(path: String, times: Int = 1)(server: RunningServer): AutoCloseable =
    val raw = RawClient(server.port, receiveBuffer = 4096)
    (1 to times).foreach(_ => raw.get(path))
    () => raw.close()

  private def overTls(path: String)(server: RunningServer): AutoCloseable =
    val socket = Trusting.context.getSocketFactory.createSocket() match
      case tls: SSLSocket => tls
      case other => throw AssertionError(s"$other")
    socket.setReceiveBufferSize(4096)
    socket.connect(InetSocketAddress("127.0.0.1", server.port))
    socket.getOutputStream.write(s"GET $path HTTP/1.1\r\nHost: x\r\n\r\n".getBytes)
    socket

  private def http2(path: String, window: Int, times: Int)(server: RunningServer): AutoCloseable =
    val raw = RawHttp2(server.port, window, receiveBuffer = 4096)
    if window > 0 then raw.grant(0, Int.MaxValue - 65_535)
    (1 to times).foreach(_ => raw.request(path): Unit)
    () => raw.close()

  private def socket(path: String)(server: RunningServer): AutoCloseable =
    val raw = RawClient(server.port, receiveBuffer = 4096)
    WebSocketClient(raw, path): Unit
    () => raw.close()

  private val rows = Seq(
    Row("whole answers over HTTP/1.1")(http1("/large", 3)),
    Row("pipelined answers over HTTP/1.1")(http1("/large", 16)),
    Row("a streamed answer over HTTP/1.1")(http1("/stream")),
    Row("events over HTTP/1.1")(http1("/events")),
    Row("a streamed answer over TLS", tls = true)(overTls("/stream")),
    Row("whole answers over HTTP/2 without a window")(http2("/large", 0, 3)),
    Row("whole answers over HTTP/2 with a window, unread")(http2("/large", Int.MaxValue, 3)),
    Row("streamed answers over HTTP/2")(http2("/stream", 0, 1)),
    Row("messages of a WebSocket")(socket("/socket")),
    Row("prepared messages of a WebSocket")(socket("/prepared"))
  )

  /** Without the lines about those that are reset. */
  private def quietly(config: ServerConfig)(body: RunningServer => Unit): Unit =
    logged("eddy.web")(_ => serving(routes, config)(body))

  private def metric(server: RunningServer, name: String): Double =
    server.metrics.scrape().linesIterator.find(_.startsWith(s"$name ")).get.split(' ').last.toDouble
  private def unsent(server: RunningServer) = metric(server, "eddy_http_unsent_bytes")
  private def resets(server: RunningServer) =
    metric(server, "eddy_http_connections_reset_total{reason=\"unsent\"}")

  // ------------------------------------------------------------------------------------------------ rate

  /** The server looks four times in each period. */
  private val paced = config.copy(
    overload = Overload(),
    limits = config.limits.copy(minReadBytesPerSecond = 20 * MiB),
    timeouts = Timeouts(write = 400.millis)
  )

  /** Takes some each time the server has looked, always within the time for silence, until the server has
    * cut it off or it has had most of it.
    */
  private final case class Reader(name: String)(val isCut: (RunningServer, Int) => Boolean)

  /** More than the buffers of both sides hold, and, for a client to be cut off, than it reads in two periods.
    */
  private def enough(server: RunningServer) =
    if server.core.config.limits.minReadBytesPerSecond > MiB then 18 * MiB else 7 * MiB

  private def readsSlowly(open: Socket => Unit)(server: RunningServer, piece: Int): Boolean =
    val socket = Socket()
    try
      socket.setReceiveBufferSize(64 * 1024)
      socket.connect(InetSocketAddress("127.0.0.1", server.port))
      socket.setSoTimeout(eddy.testing.Waits.limit.toMillis.toInt)
      open(socket)
      val in = socket.getInputStream
      // the answer has begun: the server knows the connection
      var had = in.readNBytes(1).length
      val sweeps = Sweeps(server)
      // what the system has taken may still come when the server has cut it off
      def isCut = server.core.openConnections.get == 0
      try
        while !isCut && had < enough(server) do
          sweeps.await()
          had += in.readNBytes(piece).length
        isCut
      catch case _: java.io.IOException => true
    finally socket.close()
  end readsSlowly

  private def asks(path: String, more: String = "")(socket: Socket): Unit =
    socket.getOutputStream.write(s"GET $path HTTP/1.1\r\nHost: x\r\n$more\r\n".getBytes)

  private val upgrade = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n" +
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"

  private val readers = Seq(
    Reader("whole answers over HTTP/1.1")(readsSlowly(s => (1 to 10).foreach(_ => asks("/large")(s)))),
    Reader("a streamed answer over HTTP/1.1")(readsSlowly(asks("/long-stream"))),
    Reader("events")(readsSlowly(asks("/long-events"))),
    Reader("messages of a WebSocket")(readsSlowly(asks("/long-socket", upgrade))),
    Reader("an answer over HTTP/2, by its window"): (server, piece) =>
      val raw = RawHttp2(server.port, window = 0)
      try
        raw.grant(0, 100 * MiB)
        val stream = raw.request("/large")
        val sweeps = Sweeps(server)
        var cut = false
        var had = 0
        while !cut && had < large.length do
          sweeps.await()
          raw.grant(stream, piece)
          var taken = 0
          while !cut && taken < math.min(piece, large.length - had) do
            val frame =
              raw.await(f => f.stream == stream && (f.kind == Http2Frame.Data || f.kind == Http2Frame.Reset))
            cut = frame.kind == Http2Frame.Reset
            taken += frame.payload.length
          had += taken
        cut
      finally raw.close()
  )

  for row <- rows do
    test(s"beyond the budget those who keep most are reset, and the server answers: ${row.name}"):
      val secure = if row.tls then Some(Tls(Pem.shared)) else None
      quietly(config.copy(tls = secure)): server =>
        // keeps little, for longest
        val light = Option.when(!row.tls)(RawHttp2(server.port, window = 0))
        val asked = light.map: raw =>
          val stream = raw.request("/")
          // the server has it before the others' requests; its body waits for a window
          raw.await(_.kind == Http2Frame.Headers): Unit
          stream
        // some may be refused, and buffers of the system take some
        val greedy = ListBuffer.fill(6)(row.ask(server))
        try
          Eventually.until("some are reset", s"${unsent(server)} bytes"):
            if resets(server) < 1 && greedy.size < 100 then greedy += row.ask(server)
            resets(server) >= 1
          Eventually.until(
            "what is kept is within the budget",
            s"${unsent(server)} bytes"
          )(unsent(server) <= most)
          if !row.tls then
            Eventually.until("the server answers")(ask(server, "/").statusCode == 200)
          for raw <- light; stream <- asked do
            raw.grant(stream, 100)
            assertEquals(raw.answer(stream).text, "here")
        finally
          greedy.foreach(_.close())
          light.foreach(_.close())
        Eventually.until("nothing is kept for clients that have gone", s"${unsent(server)} bytes"):
          unsent(server) == 0
  end for

  test("bytes that a client reads count no longer, on a connection that stays"):
    serving(routes, config): server =>
      connected(server): raw =>
        raw.get("/large")
        assertEquals(raw.answer().body.length, large.length)
        Eventually.until("nothing is kept", s"${unsent(server)} bytes")(unsent(server) == 0)
      val raw = RawHttp2(server.port)
      try
        assertEquals(raw.answer(raw.request("/large")).body.length, large.length)
        Eventually.until("nothing is kept", s"${unsent(server)} bytes")(unsent(server) == 0)
      finally raw.close()
      assertEquals(resets(server), 0.0)

  test(
    "the bytes of an HTTP/2 stream that its client resets count no longer, on a connection that stays"
  ):
    serving(routes, config): server =>
      val raw = RawHttp2(server.port, window = 0)
      try
        val full = raw.request("/large")
        Eventually.until("the answer waits", s"${unsent(server)} bytes")(unsent(server) >= large.length)
        raw.cancel(full)
        Eventually.until("nothing is kept", s"${unsent(server)} bytes")(unsent(server) == 0)
        val next = raw.request("/")
        raw.grant(next, 100)
        assertEquals(raw.answer(next).text, "here")
        assertEquals(resets(server), 0.0)
      finally raw.close()

  for
    (name, path, protocol) <- Seq(
      ("a prepared message", "/shared-socket", 1),
      ("a cached file", "/file.bin", 1),
      ("a cached file over HTTP/2", "/file.bin", 2)
    )
  do
    test(s"bytes that wait for many clients, but are in memory once, count once: $name"):
      val folder = java.nio.file.Files.createTempDirectory("eddy-shared")
      java.nio.file.Files.write(folder.resolve("file.bin"), new Array[Byte](MiB))
      val message = PreparedMessage.binary(large)
      val all = Routes.filesOnDisk("/", folder) ++ Routes.get("/here")((_, res) => res.text("here")) ++
        Routes.webSocket("/shared-socket", unbounded)(socket => socket.send(message): Unit)
      logged("eddy.web")(_ =>
        serving(all, config): server =>
          // keeps it in the cache
          if path == "/file.bin" then assertEquals(ask(server, path).statusCode, 200)
          val clients = Seq.fill(30):
            if path == "/shared-socket" then socket(path)(server)
            else if protocol == 2 then http2(path, 0, 1)(server)
            else http1(path, 8)(server)
          try
            Eventually.until("all wait", s"${unsent(server)} bytes"):
              server.core.unsent.holders.count(_.bytes > 100_000) == clients.size
            assert(clue(unsent(server)) < most)
            assertEquals(resets(server), 0.0)
            assertEquals(ask(server, "/here").statusCode, 200)
          finally clients.foreach(_.close())
          Eventually.until("nothing is kept", s"${unsent(server)} bytes")(unsent(server) == 0)
      )
      eddy.testing.TestFolder.delete(folder)
  end for

  test("a prepared message that some clients get compressed and others not counts for nobody in the end"):
    val digits = new Array[Byte](2 * MiB)
    java.util.Random(1).nextBytes(digits)
    // half as long when compressed, which the system does not take at once either
    val message = PreparedMessage.text(java.util.HexFormat.of.formatHex(digits))
    val routes = Routes.webSocket("/", unbounded)(socket => socket.send(message): Unit)
    val deflate = "Sec-WebSocket-Extensions: permessage-deflate\r\n"
    serving(routes, config): server =>
      // a plain one is first or last, or a compressed one
      for order <- Seq(Seq("", deflate, ""), Seq(deflate, "", deflate), Seq("", deflate)) do
        val raws = order.map(_ => RawClient(server.port, receiveBuffer = 4096))
        val sockets = raws.zip(order).map((raw, more) => WebSocketClient(raw, "/", more))
        Eventually.until("all wait", s"${unsent(server)} bytes"):
          server.core.unsent.holders.count(_.bytes > 100_000) == order.size
        for (socket, raw) <- sockets.zip(raws) do
          socket.frame(): Unit
          raw.close()
        Eventually.until("nothing is kept", s"${unsent(server)} bytes")(unsent(server) == 0)

  for reader <- readers do
    test(s"a client that reads less than the lowest rate is cut off, though never silent: ${reader.name}"):
      serving(routes, paced)(server => assert(reader.isCut(server, 64 * 1024), "it had everything"))

    test(s"a client that reads at the required rate is not cut off: ${reader.name}"):
      // a period that no pause of a busy machine fills: TakingPaceSuite has the exact times
      val lenient = paced.copy(
        limits = paced.limits.copy(minReadBytesPerSecond = 100_000),
        timeouts = paced.timeouts.copy(write = eddy.testing.Waits.limit, linger = 200.millis)
      )
      serving(routes, lenient)(server => assert(!reader.isCut(server, 512 * 1024), "it was cut off"))
end UnreadAnswersSuite
