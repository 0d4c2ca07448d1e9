package eddy.web.http2

import eddy.web.{RawClient, Routes, RunningServer, WebSocketClient, WebSuite}

import java.nio.charset.StandardCharsets.{ISO_8859_1, UTF_8}

/** Queries and forms as browsers and other clients send them: characters that the URL standard's query state
  * leaves as they are, those that common clients leave beyond that, and percent-encoding that is malformed or
  * not UTF-8, which concerns its own value only.
  */
class QueryTableSuite extends WebSuite:
  private val routes = Routes
    .get("/q")((req, res) => res.text(s"${req.query("a").mkString}|${req.query("b").mkString}"))
    .get("/bad")((req, res) => res.text(req.query("bad").mkString))
    .get("/pairs")((req, res) => res.text(req.queryAll("b").mkString))
    .post("/form")((req, res) => res.text(s"${req.form("a").mkString}|${req.form("b").mkString}"))
    .post("/bad")((req, res) => res.text(req.form("bad").mkString))
    .webSocket("/ws"): socket =>
      socket.onText: _ =>
        socket.send(s"${socket.request.query("a").mkString}|${socket.request.query("b").mkString}"): Unit

  private lazy val server: RunningServer = eddy.web.Server(quiet).start(routes)
  override def afterAll(): Unit =
    server.stop()
    super.afterAll()

  // Chromium and Firefox escape control characters, space, ", #, <, >, ' and characters beyond ASCII in the
  // query of an address, and nothing else; curl and Python's http.client leave " < > and bytes of UTF-8, too.
  private val visible = ('!' to '~').filterNot("#&+=%".contains(_)).map(c => s"$c" -> s"$c")
  private val texts = visible ++ Seq(
    "a\\b" -> "a\\b",
    "C:\\Users\\x" -> "C:\\Users\\x",
    "[1]{2}|^`" -> "[1]{2}|^`",
    "x=y=z" -> "x=y=z",
    "?a?" -> "?a?",
    "x+y" -> "x y",
    "%5C%22%3c%3E" -> "\\\"<>",
    "\u00c3\u00a9" -> "\u00e9",
    "%C3\u00a9" -> "\u00e9",
    "" -> ""
  )

  /** What windows-1252 pages, cut escapes and typed percent signs make. */
  private val broken =
    Seq("100%", "%", "%4", "%zz", "5%-8%", "%u00e9", "%e9", "%c3%28", "\u00e9", "%ED%A0%80", "%c0%af")

  private def text(answer: Array[Byte]): String = String(answer, UTF_8)
  private def overHttp1(target: String): (Int, String) =
    connected(server): raw =>
      raw.get(target)
      val answer = raw.answer()
      (answer.status, text(answer.body.getBytes(ISO_8859_1)))

  private def overHttp2(target: String): (Int, String) =
    val raw = RawHttp2(server.port)
    try
      val answer = raw.answer(raw.request(target))
      (answer.status, text(answer.body))
    finally raw.close()

  private def overWebSocket(target: String): (Int, String) =
    connected(server): raw =>
      val ws = WebSocketClient(raw, target)
      if ws.handshake.status == 101 then
        ws.send("what?")
        (200, ws.frame().text)
      else (ws.handshake.status, "")

  private def posted(path: String, body: String): (Int, String) =
    connected(server): raw =>
      val head = s"POST $path HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\n"
      raw.send(s"${head}Content-Length: ${body.length}\r\n\r\n$body")
      val answer = raw.answer()
      (answer.status, text(answer.body.getBytes(ISO_8859_1)))

  private def ways: Seq[(String, String => (Int, String))] = Seq(
    "HTTP/1.1" -> (query => overHttp1(s"/q?$query")),
    "HTTP/2" -> (query => overHttp2(s"/q?$query")),
    "a WebSocket's handshake" -> (query => overWebSocket(s"/ws?$query")),
    "a form" -> (posted("/form", _))
  )

  for (way, ask) <- ways do
    test(s"$way: characters that clients leave as they are reach the handler"):
      for (sent, meant) <- texts do assertEquals(ask(s"a=$sent&b=1"), (200, s"$meant|1"), sent)

    test(s"$way: an escape that is malformed or not UTF-8 concerns its own value only"):
      for sent <- broken do
        assertEquals(ask(s"a=1&bad=$sent&b=2"), (200, "1|2"), sent)
        assertEquals(ask(s"a=1&$sent=x&b=2"), (200, "1|2"), sent)

  test("a handler that asks for a value that does not decode answers 400 with its name"):
    for sent <- broken do
      val (status, body) = overHttp1(s"/bad?bad=$sent&bad=ok")
      assertEquals((status, body.contains("bad")), (400, true), sent)
      assertEquals(overHttp2(s"/bad?bad=$sent")._1, 400, sent)
      assertEquals(posted("/bad", s"bad=$sent")._1, 400, sent)

  test("a fragment, a space and control characters are in no query"):
    for sent <- Seq("a#b", "a b", "a\tb", "a\u007fb", "a\u0001b") do
      assertEquals(overHttp1(s"/q?a=$sent")._1, 400, sent)
    for sent <- Seq("a#b", "a b") do assertEquals(overHttp2(s"/q?a=$sent")._1, 400, sent)

  test("a redirection to the path without its slash has a query that is a URI's"):
    connected(server): (raw: RawClient) =>
      raw.get("/q/?a=\\\u00e9\"%zz%20")
      val answer = raw.answer()
      assertEquals((answer.status, answer.header("Location")), (308, Some("/q?a=%5C%E9%22%25zz%20")))
end QueryTableSuite
