package eddy.web.http2

import eddy.web.internal.SingleFields
import eddy.web.{Csrf, Routes, RunningServer, WebSuite}

/** A field with one value that comes twice, the good one first or last: a check and the code behind it could
  * take another one each.
  */
class RepeatedFieldsSuite extends WebSuite:
  private val routes = Routes
    .get("/")((_, res) => res.text("got"))
    .post("/")((_, res) => res.text("posted"))
    .through(Csrf())
    .webSocket("/ws")(_ => ())

  private lazy val server: RunningServer = eddy.web.Server(quiet).start(routes)
  override def afterAll(): Unit =
    server.stop()
    super.afterAll()

  private val good = Map(
    "host" -> "localhost",
    "origin" -> "http://localhost",
    "content-length" -> "0",
    "content-type" -> "text/plain",
    "transfer-encoding" -> "chunked",
    "expect" -> "100-continue",
    "sec-fetch-site" -> "same-origin",
    "sec-websocket-key" -> "dGhlIHNhbXBsZSBub25jZQ==",
    "sec-websocket-version" -> "13"
  )

  private val handshake = Seq(
    "Host" -> "localhost",
    "Upgrade" -> "websocket",
    "Connection" -> "Upgrade",
    "Sec-WebSocket-Key" -> "dGhlIHNhbXBsZSBub25jZQ==",
    "Sec-WebSocket-Version" -> "13"
  )

  private def overHttp1(line: String, fields: Seq[(String, String)]): Int =
    connected(server): raw =>
      raw.send(s"$line HTTP/1.1\r\n${fields.map((n, v) => s"$n: $v\r\n").mkString}\r\n")
      raw.answer().status

  private def twice(name: String): Seq[Seq[(String, String)]] =
    val one = good.getOrElse(name, "bytes=0-1")
    val capitals = name.split('-').map(_.capitalize).mkString("-")
    Seq(
      Seq(name -> one, name -> one),
      Seq(capitals -> one, name -> "other"),
      Seq(name -> "other", capitals -> one)
    )

  for name <- SingleFields.names do
    test(s"$name twice is refused, over both protocols and in handshakes"):
      for pair <- twice(name) do
        val more = Seq("Host" -> "localhost", "Accept" -> "*/*").filterNot(_(0).equalsIgnoreCase(name))
        assertEquals(overHttp1("GET /", more ++ pair), 400, pair)
        assertEquals(overHttp1("POST /", (pair.head +: more) ++ pair.tail), 400, pair)
        assertEquals(
          overHttp1("GET /ws", handshake.filterNot(_(0).equalsIgnoreCase(name)) ++ pair),
          400,
          pair
        )
        // over HTTP/2 two lengths, and what belongs to a connection of HTTP/1, are malformed
        if name != "content-length" && name != "transfer-encoding" then
          val raw = RawHttp2(server.port)
          try
            val small = pair.map((n, v) => (n.toLowerCase, v))
            assertEquals(raw.answer(raw.request("/", more = small)).status, 400, pair)
          finally raw.close()

  test("lists and cookies may come in several lines, and other fields once each"):
    for fields <- Seq(
        Seq(
          "Accept" -> "a/b",
          "accept" -> "c/d",
          "Cookie" -> "a=1",
          "Cookie" -> "b=2",
          "X-Mine" -> "1",
          "x-mine" -> "2"
        ),
        Seq("Origin" -> "http://localhost", "Sec-Fetch-Site" -> "same-origin", "Content-Type" -> "text/plain")
      )
    do assertEquals(overHttp1("GET /", ("Host" -> "localhost") +: fields), 200, fields)
end RepeatedFieldsSuite
