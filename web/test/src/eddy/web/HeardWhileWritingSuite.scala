package eddy.web

import eddy.testing.Eventually
import eddy.web.http2.{Frame as Http2Frame, RawHttp2}

import java.io.{ByteArrayInputStream, InputStream, SequenceInputStream}
import java.util.concurrent.CompletableFuture
import scala.concurrent.duration.DurationInt

/** A WebSocket's client that does not keep up with its messages is still read. */
class HeardWhileWritingSuite extends WebSuite:
  /** What both operating systems hold is ahead of a pong, and little more: of the 8 MB that wait. */
  private val mostAhead = 1024 * 1024

  /** Sends as much as there is room for, and records its messages, and that it had no more room. */
  private def routes(heard: CompletableFuture[String], full: CompletableFuture[Unit] = CompletableFuture()) =
    Routes.webSocket("/flood", WebSocketOptions(maxBufferedBytes = 8 << 20, compression = false)): socket =>
      val piece = new Array[Byte](10_000)
      def pump(): Unit =
        while socket.send(piece) == SendResult.Sent do ()
        full.complete(()): Unit
      socket.onDrain(() => pump())
      socket.onText(text => heard.complete(text): Unit)
      pump()

  /** No event reports that the I/O thread has the messages. */
  private def awaitUnsent(server: RunningServer): Unit =
    def unsent = server.metrics.registry.get("eddy.http.unsent.bytes").gauge.value
    Eventually.until("messages wait for the client", s"$unsent bytes")(unsent > 4 * mostAhead)

  extension (raw: RawHttp2)
    private def connect(path: String): Int =
      val head = Seq(":method" -> "CONNECT", ":protocol" -> "websocket", "sec-websocket-version" -> "13")
      val stream = raw.request(path, "CONNECT", head, end = false)
      raw.await(f => f.stream == stream && f.kind == Http2Frame.Headers): Unit
      stream

  private def masked(opcode: Int, text: String): Array[Byte] =
    Array[Byte]((0x80 | opcode).toByte, (0x80 | text.length).toByte, 0, 0, 0, 0) ++ text.getBytes

  /** The next frame of a server, of less than 64 KiB. */
  private def unmasked(in: InputStream): Frame =
    val head = in.readNBytes(2)
    val length =
      if head(1) == 126 then in.readNBytes(2).foldLeft(0)((n, b) => n << 8 | b & 0xff) else head(1).toInt
    Frame(head(0) & 0xf, (head(0) & 0x80) != 0, head(0) >> 4 & 7, in.readNBytes(length))

  private val patient = quiet.copy(timeouts = Timeouts(write = 10.minutes))

  test(
    "a message of a client that takes nothing reaches its handler, and pings are answered within what waits"
  ):
    val heard = CompletableFuture[String]()
    serving(routes(heard), patient): server =>
      connected(server): raw =>
        val socket = WebSocketClient(raw, "/flood")
        for n <- 1 to 200 do socket.send(9, n.toString.getBytes)
        socket.send("stop")
        assertEquals(await(heard), "stop")
        val pongs = Iterator.continually(socket.frame()).filter(_.opcode == 10).map(_.text)
        assert(pongs.contains("200"), "the latest ping is not answered")

  test("a ping is answered ahead of the messages that wait for a client that reads slowly"):
    val (heard, full) = (CompletableFuture[String](), CompletableFuture[Unit]())
    serving(routes(heard, full), patient): server =>
      val raw = RawClient(server.port, receiveBuffer = 16 * 1024)
      try
        val socket = WebSocketClient(raw, "/flood")
        await(full)
        awaitUnsent(server)
        socket.send(9, "now".getBytes)
        socket.send("stop")
        await(heard): Unit
        val before = Iterator.continually(socket.frame()).takeWhile(_.opcode != 10)
        val ahead = before.map(_.payload.length).sum
        assert(clue(ahead) < mostAhead)
      finally raw.close()

  test("a client that pings without an end and reads no pong costs little, and is cut off"):
    serving(routes(CompletableFuture()), quiet.copy(timeouts = Timeouts(write = 1.second))): server =>
      connected(server): raw =>
        val socket = WebSocketClient(raw, "/flood")
        try while true do socket.send(9, Array[Byte](1))
        catch case _: java.io.IOException => ()

  test("over HTTP/2, a client that does not keep up is still read, too"):
    val heard = CompletableFuture[String]()
    serving(routes(heard), patient): server =>
      val raw = RawHttp2(server.port, window = 0)
      try
        raw.data(raw.connect("/flood"), masked(1, "stop"), end = false)
        assertEquals(await(heard), "stop")
      finally raw.close()

  test("a ping is answered ahead of the messages that wait for a slow client over HTTP/2"):
    val (heard, full) = (CompletableFuture[String](), CompletableFuture[Unit]())
    serving(routes(heard, full), patient): server =>
      val raw = RawHttp2(server.port, receiveBuffer = 16 * 1024)
      try
        val stream = raw.connect("/flood")
        await(full)
        awaitUnsent(server)
        raw.data(stream, masked(9, "now") ++ masked(1, "stop"), end = false)
        await(heard): Unit
        val in = SequenceInputStream(new java.util.Enumeration[InputStream]:
          def hasMoreElements: Boolean = true
          def nextElement(): InputStream =
            val data = raw.await(f => f.stream == stream && f.kind == Http2Frame.Data).payload
            raw.grant(0, data.length)
            raw.grant(stream, data.length)
            ByteArrayInputStream(data))
        val before = Iterator.continually(unmasked(in)).takeWhile(_.opcode != 10)
        val ahead = before.map(_.payload.length).sum
        assert(clue(ahead) < mostAhead)
      finally raw.close()
end HeardWhileWritingSuite
