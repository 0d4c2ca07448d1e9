package eddy.web

import eddy.web.http2.{Frame as Http2Frame, RawHttp2}

import java.util.concurrent.CompletableFuture
import scala.concurrent.duration.DurationInt

/** A WebSocket's client that does not keep up with what it is sent is heard all the same. */
class HeardWhileWritingSuite extends WebSuite:
  /** Sends as much as there is room for, and tells what it hears. */
  private def routes(heard: CompletableFuture[String]) =
    Routes.webSocket("/flood", WebSocketOptions(maxBufferedBytes = 8 << 20, compression = false)): socket =>
      val piece = new Array[Byte](10_000)
      def pump(): Unit = while socket.send(piece) == SendResult.Sent do ()
      socket.onDrain(() => pump())
      socket.onText(text => heard.complete(text): Unit)
      pump()

  private val patient = quiet.copy(timeouts = Timeouts(write = 10.minutes))

  test(
    "a message of a client that takes nothing reaches its callback, and pings are answered within what waits"
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

  test("who pings without an end and reads no pong costs little, and is cut off"):
    serving(routes(CompletableFuture()), quiet.copy(timeouts = Timeouts(write = 1.second))): server =>
      connected(server): raw =>
        val socket = WebSocketClient(raw, "/flood")
        try while true do socket.send(9, Array[Byte](1))
        catch case _: java.io.IOException => ()

  test("over HTTP/2 too"):
    val heard = CompletableFuture[String]()
    serving(routes(heard), patient): server =>
      val raw = RawHttp2(server.port, window = 0)
      try
        val connect = Seq(":method" -> "CONNECT", ":protocol" -> "websocket", "sec-websocket-version" -> "13")
        val stream = raw.request("/flood", "CONNECT", connect, end = false)
        raw.await(f => f.stream == stream && f.kind == Http2Frame.Headers): Unit
        val text = "stop".getBytes
        raw.data(
          stream,
          Array[Byte](0x81.toByte, (0x80 | text.length).toByte, 0, 0, 0, 0) ++ text,
          end = false
        )
        assertEquals(await(heard), "stop")
      finally raw.close()
end HeardWhileWritingSuite
