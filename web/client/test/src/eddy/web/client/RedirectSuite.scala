package eddy.web.client

import eddy.web.{Body, Routes}

class RedirectSuite extends ClientFixture:
  private val show = Routes
    .get("/show")((req, res) => res.text(shown(req)))
    .post("/show")((req, res) => res.text(shown(req)))
  private def shown(req: eddy.web.Request) =
    s"${req.method} ${req.header("Authorization")} ${req.header("X-Own")} ${req.bodyText}"

  private def to(code: Int, location: => String) = Routes
    .get("/go")((_, res) => res.redirect(location, code))
    .post("/go")((_, res) => res.redirect(location, code))

  test(
    "a redirection on the same server keeps headers; 303 makes any method GET, 307 keeps it with the body"
  ):
    for (code, seen) <- Seq(
        303 -> "GET Some(key) Some(1) ",
        302 -> "GET Some(key) Some(1) ",
        307 -> "POST Some(key) Some(1) body"
      )
    do
      serving(show ++ to(code, "/show")): server =>
        val answer = http.post(s"${server.url}/go").text("body").header(
          "Authorization",
          "key"
        ).header("X-Own", "1").send()
        assertEquals(answer.bodyText, seen)
        assertEquals(answer.uri.toString, s"${server.url}/show")

  test("passwords and cookies do not follow to another server"):
    serving(show): other =>
      serving(to(307, s"${other.url}/show")): server =>
        val answer = http.get(s"${server.url}/go").header(
          "Authorization",
          "key"
        ).cookie("a", "b").header("X-Own", "1").send()
        assertEquals(answer.bodyText, "GET None Some(1) ")

  test("redirections without end, to no http address, or with a body that comes once, are errors"):
    serving(to(302, "/go")): server =>
      assert(
        clue(failing(http.get(s"${server.url}/go").send()).getMessage.nn).contains("more than 5 redirections")
      )
    serving(to(302, "file:///etc/passwd")): server =>
      assertEquals(failing(http.get(s"${server.url}/go").send()).failure, ClientFailure.Redirect)
    val relay = Routes.post("/relay", Body.Streamed()): (req, res) =>
      res.complete(http.post(req.query("to").get).stream("text/plain", req.body).future().failed)(e =>
        res.text(e.getMessage.nn)
      )
    serving(show ++ to(307, "/show") ++ relay): server =>
      val answer = http.post(s"${server.url}/relay").query("to", s"${server.url}/go").text("x").send()
      assert(clue(answer.bodyText).contains("which comes only once"))

  test("a Location is resolved and encoded as browsers do it, nothing twice"):
    val seen = Routes.get("/in/*rest")((req, res) => res.text(req.rawTarget))
    for (location, target) <- Seq(
        "/in/a b?c=\"d\"" -> "/in/a%20b?c=%22d%22",
        "../in/./x/../a%20b" -> "/in/a%20b",
        "/in/|{}^%" -> "/in/%7C%7B%7D%5E%25",
        "/in/ü" -> "/in/%C3%BC"
      )
    do
      val peer = RawRedirect(location)
      serving(seen): server =>
        peer.to = server.port
        assertEquals(http.get(peer.url).send().bodyText, target, location)
      peer.close()

  test("with maxRedirects = 0 the redirection is the answer"):
    val plain = Client(ClientConfig(maxRedirects = 0))
    serving(to(302, "/show")): server =>
      val answer = plain.get(s"${server.url}/go").send()
      assertEquals((answer.status, answer.header("Location")), (302, Some("/show")))
    plain.close()
end RedirectSuite

/** Redirects each request to another port of this machine, with a Location that no library would send. */
private final class RawRedirect(reference: String):
  private val listening = java.net.ServerSocket(0, 50, java.net.InetAddress.getLoopbackAddress)
  @volatile var to = 0
  def url: String = s"http://127.0.0.1:${listening.getLocalPort}/in/start"
  def close(): Unit = listening.close()

  Thread.ofVirtual.start: () =>
    try
      while true do
        val socket = listening.accept()
        val in = java.io.BufferedReader(java.io.InputStreamReader(socket.getInputStream))
        Iterator.continually(in.readLine()).takeWhile(line => line != null && line.nonEmpty).foreach(_ => ())
        val location =
          if reference.startsWith("/") then s"//127.0.0.1:$to$reference" else s"//127.0.0.1:$to/in/$reference"
        socket.getOutputStream.write(
          s"HTTP/1.1 302 Found\r\nLocation: $location\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".getBytes
        )
        socket.close()
    catch case _: java.net.SocketException => ()
