package eddy.web.http2

import eddy.web.{Http2, Routes, WebSuite}

import java.nio.ByteBuffer

/** Windows that become larger than 2^31-1 bytes, and more sent than they let through (RFC 9113, section
  * 6.9).
  */
class WindowOverflowSuite extends WebSuite:
  private val FlowControl = 3
  private val routes = Routes
    .get("/never")((_, _) => ())
    .post("/never", eddy.web.Body.Streamed())((_, _) => ())
    .get("/ok")((_, res) => res.text("ok"))
    .webSocket("/ws")(_ => ())

  private def setting(number: Int, value: Int): Array[Byte] =
    ByteBuffer.allocate(6).putShort(number.toShort).putInt(value).array

  private val InitialWindow = 4
  private def settings(raw: RawHttp2, pairs: Array[Byte]*): Unit =
    raw.frame(Frame.Settings, 0, 0, pairs.flatten.toArray)

  /** @param ofStream whether only the stream is to end, and not the connection */
  private def offends(what: String, ofStream: Boolean = false)(act: RawHttp2 => Int): Unit =
    test(s"$what ends the ${if ofStream then "stream" else "connection"}"):
      serving(routes, quiet.copy(http2 = Some(Http2(windowBytes = 65_535)))): server =>
        val raw = RawHttp2(server.port)
        try
          val stream = act(raw)
          val end = raw.await(f => f.kind == Frame.GoAway || f.kind == Frame.Reset)
          assertEquals(end.error, FlowControl)
          if ofStream then
            assertEquals((end.kind, end.stream), (Frame.Reset, stream))
            assertEquals(raw.answer(raw.request("/ok")).text, "ok")
          else
            assertEquals(end.kind, Frame.GoAway)
            assert(raw.isAtEnd)
        finally raw.close()

  offends("an initial window that makes an open stream's window too large"): raw =>
    val stream = raw.request("/never")
    raw.grant(stream, Int.MaxValue - 65_535)
    settings(raw, setting(InitialWindow, 65_536))
    stream

  offends("such a window in the last of several settings"): raw =>
    val stream = raw.request("/never")
    raw.grant(stream, 1)
    settings(raw, setting(InitialWindow, 1), setting(3, 100), setting(InitialWindow, Int.MaxValue))
    stream

  offends("such a window while a WebSocket is open"): raw =>
    val more = Seq(":method" -> "CONNECT", ":protocol" -> "websocket", "sec-websocket-version" -> "13")
    val stream = raw.request("/ws", more = more, end = false)
    raw.await(f => f.kind == Frame.Headers): Unit
    raw.grant(stream, Int.MaxValue - 65_535)
    settings(raw, setting(InitialWindow, Int.MaxValue))
    stream

  offends("an initial window of 2^31"): raw =>
    settings(raw, setting(InitialWindow, Int.MinValue))
    0

  offends("an update that makes the connection's window too large"): raw =>
    raw.grant(0, Int.MaxValue)
    0

  offends("an update that makes a stream's window too large", ofStream = true): raw =>
    val stream = raw.request("/never")
    raw.grant(stream, Int.MaxValue)
    stream

  offends("more than a stream's window lets through", ofStream = true): raw =>
    val stream = raw.request("/never", "POST", end = false)
    // more than the window and the bytes that the server keeps for its handler
    for _ <- 1 to 100 do raw.data(stream, new Array[Byte](16_000), end = false)
    stream

  test("a window as large as it may be, and one below nothing, are allowed"):
    serving(routes): server =>
      val raw = RawHttp2(server.port)
      try
        val stream = raw.request("/never")
        raw.grant(stream, Int.MaxValue - 65_535)
        settings(raw, setting(InitialWindow, 0))
        settings(raw, setting(InitialWindow, 65_535))
        assertEquals(raw.answer(raw.request("/ok")).text, "ok")
      finally raw.close()
end WindowOverflowSuite
