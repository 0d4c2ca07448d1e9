package eddy.web

import eddy.web.internal.{SessionCodec, SessionCookie}

import java.time.{Instant, InstantSource}
import java.util.Base64
import scala.concurrent.duration.{DurationInt, FiniteDuration}

class SessionsSuite extends WebSuite:
  private val key = Secret.random()

  private final class Clock extends InstantSource:
    @volatile private var now = Instant.parse("2026-11-21T12:00:00Z")
    def instant: Instant = now
    def advance(by: FiniteDuration): Unit = now = now.plusSeconds(by.toSeconds)

  private def signed(key: Secret, values: Map[String, String]): String =
    val now = Instant.now.getEpochSecond
    SessionCodec(Seq(key), "session", encrypted = false).write(SessionCookie(values, now, now))

  private def service(sessions: Sessions) = Routes
    .get("/show")((req, res) => res.text(req.session.values.toSeq.sorted.mkString(",")))
    .get("/set/:name/:value"): (req, res) =>
      req.session(req.path("name")) = req.path("value")
      res.text("set")
    .get("/clear"): (req, res) =>
      req.session.clear()
      res.text("cleared")
    .get("/renew"): (req, res) =>
      req.session.clear()
      req.session("user") = "ann"
      res.text("renewed")
    .get("/fail"): (req, _) =>
      req.session("user") = "half"
      throw RuntimeException("on purpose")
    .get("/none")((_, res) => res.text("none"))
    .get("/late"): (req, res) =>
      res.text("sent")
      req.session("x") = "y"
    .webSocket("/ws")(socket =>
      socket.onText(_ => socket.send(socket.request.session.get("user").toString): Unit)
    )
    .through(sessions)

  /** A browser with one cookie. */
  private final class Browser(server: RunningServer):
    var cookie: String = ""
    var line: String = ""
    def get(path: String): Answer =
      val answer =
        ask(server, path, headers = if cookie.isEmpty then Nil else Seq("Cookie" -> s"session=$cookie"))
      line = answer.head("set-cookie")
      if line.nonEmpty then cookie = line.stripPrefix("session=").takeWhile(_ != ';')
      answer
    def visit(path: String): Unit = get(path): Unit
    def shown: String = get("/show").body

  for encrypted <- Seq(false, true) do
    test(s"values that are set come back with the browser's next request; encrypted = $encrypted"):
      serving(service(Sessions(key, encrypted = encrypted))): server =>
        val browser = Browser(server)
        assertEquals(browser.shown, "")
        assertEquals(browser.line, "")
        browser.visit("/set/user/J%C3%B6rg%3B%20%22")
        assertEquals(browser.line.substring(browser.line.indexOf(';')), "; Path=/; HttpOnly; SameSite=Lax")
        assertEquals(browser.shown, "(user,Jörg; \")")
        val readable = String(Base64.getUrlDecoder.decode(browser.cookie)).contains("user")
        assertEquals(readable, !encrypted)
        browser.visit("/clear")
        assert(clue(browser.line).contains("Max-Age=0"))
        assertEquals(browser.cookie, "")

  for encrypted <- Seq(false, true) do
    test(s"no changed, cut, foreign or empty cookie is read; encrypted = $encrypted"):
      val mine = SessionCodec(Seq(key), "session", encrypted)
      val value = mine.write(SessionCookie(Map("user" -> "ann", "role" -> "user"), 1, 2))
      assertEquals(mine.read(value).map(_.values), Some(Map("user" -> "ann", "role" -> "user")))
      val bytes = Base64.getUrlDecoder.decode(value)
      def encoded(b: Array[Byte]) = Base64.getUrlEncoder.withoutPadding.encodeToString(b)
      val flipped = bytes.indices.map(i => encoded(bytes.updated(i, (bytes(i) ^ 1).toByte)))
      val cut = bytes.indices.map(n => encoded(bytes.take(n)))
      val foreign = Seq(
        SessionCodec(Seq(Secret.random()), "session", encrypted),
        SessionCodec(Seq(key), "other", encrypted),
        SessionCodec(Seq(key), "session", !encrypted)
      ).map(_.write(SessionCookie(Map("user" -> "ann"), 1, 2)))
      val odd = Seq(
        "",
        "=",
        "null",
        "%%%",
        encoded(bytes ++ Array[Byte](0)),
        value + value,
        encoded(new Array[Byte](32))
      )
      for bad <- flipped ++ cut ++ foreign ++ odd do assertEquals(mine.read(bad), None, bad)
  end for

  test("two sessions with the same content are not the same when sealed"):
    val codec = SessionCodec(Seq(key), "session", encrypted = true)
    val content = SessionCookie(Map("a" -> "b"), 1, 2)
    assertNotEquals(codec.write(content), codec.write(content))

  test("a forged cookie is an empty session, and is taken away"):
    serving(service(Sessions(key))): server =>
      val browser = Browser(server)
      browser.visit("/set/user/ann")
      browser.cookie = browser.cookie.updated(3, if browser.cookie(3) == 'A' then 'B' else 'A')
      assertEquals(browser.shown, "")
      assert(clue(browser.line).contains("Max-Age=0"))

  test("a session ends when it was not used for long, or was used for very long"):
    val clock = Clock()
    serving(service(Sessions(key, idleTimeout = 1.hour, lifetime = 3.hours, clock = clock))): server =>
      val browser = Browser(server)
      browser.visit("/set/user/ann")
      val first = browser.cookie
      clock.advance(59.minutes)
      assertEquals(browser.shown, "(user,ann)")
      assertNotEquals(browser.cookie, first, "its use was noted")
      clock.advance(59.minutes)
      assertEquals(browser.shown, "(user,ann)")
      browser.cookie = first
      assertEquals(browser.shown, "", "the old copy is too old")
      browser.visit("/set/user/bob")
      for _ <- 1 to 5 do
        clock.advance(30.minutes)
        assertEquals(browser.shown, "(user,bob)")
      clock.advance(30.minutes)
      assertEquals(browser.shown, "", "three hours are over")

  test("a session that was cleared at login lives its whole time from then on"):
    val clock = Clock()
    serving(service(Sessions(key, idleTimeout = 1.hour, lifetime = 1.hour, clock = clock))): server =>
      val browser = Browser(server)
      browser.visit("/set/cart/7")
      clock.advance(50.minutes)
      browser.visit("/renew")
      clock.advance(50.minutes)
      assertEquals(browser.shown, "(user,ann)")

  test("a login of the same user again restarts the session's time"):
    val clock = Clock()
    serving(service(Sessions(key, idleTimeout = 1.hour, lifetime = 1.hour, clock = clock))): server =>
      val browser = Browser(server)
      browser.visit("/renew")
      clock.advance(5.minutes)
      browser.visit("/renew")
      clock.advance(56.minutes)
      assertEquals(browser.shown, "(user,ann)")

  test("a cookie of the same name that another host has set does not hide the session, nor end it"):
    serving(service(Sessions(key))): server =>
      val browser = Browser(server)
      browser.visit("/set/user/ann")
      val mine = s"session=${browser.cookie}"
      for sent <- Seq(s"session=AAAA; $mine", s"session=; session=x; $mine; session=AAAA") do
        val answer = ask(server, "/show", headers = Seq("Cookie" -> sent))
        assertEquals((answer.body, answer.head("set-cookie")), ("(user,ann)", ""), sent)

  test("sessions signed with an old key are read, and signed again"):
    val newer = Secret.random()
    val old = signed(key, Map("user" -> "ann"))
    serving(service(Sessions(newer, oldKeys = Seq(key)))): server =>
      val browser = Browser(server)
      browser.cookie = old
      assertEquals(browser.shown, "(user,ann)")
      assertEquals(
        SessionCodec(Seq(newer), "session", false).read(browser.cookie).map(_.values),
        Some(Map("user" -> "ann"))
      )
    serving(service(Sessions(newer))): server =>
      val browser = Browser(server)
      browser.cookie = old
      assertEquals(browser.shown, "")

  test("a session that is too large is refused where it is set, with the number of bytes"):
    serving(service(Sessions(key))): server =>
      val browser = Browser(server)
      assertEquals(browser.get(s"/set/a/${"x" * 2900}").statusCode, 200)
      assert(browser.line.length <= 4096)
      assertEquals(browser.get(s"/set/b/${"x" * 200}").statusCode, 500)
      assert(clue(nextReport()._1.getMessage.nn).contains("keep an id in it"))
      assert(browser.shown.startsWith("(a,x"))

  test("changes of a handler before its failure are not kept"):
    serving(service(Sessions(key))): server =>
      val browser = Browser(server)
      browser.visit("/set/user/ann")
      assertEquals(browser.get("/fail").statusCode, 500)
      assertEquals(browser.line, "")
      assertEquals(browser.shown, "(user,ann)")

  test("a session cannot be changed when its cookie has gone"):
    serving(service(Sessions(key))): server =>
      assertEquals(ask(server, "/late").body, "sent")
      assert(clue(nextReport()._1.getMessage.nn).contains("has gone out"))

  test("answers that depend on the session say so to caches, others do not"):
    serving(service(Sessions(key))): server =>
      val browser = Browser(server)
      val used = browser.get("/show")
      assertEquals((used.head("vary"), used.head("cache-control")), ("Cookie", "private, no-cache"))
      val free = browser.get("/none")
      assertEquals((free.head("vary"), free.head("cache-control")), ("", ""))

  test("a WebSocket reads the session of its handshake"):
    serving(service(Sessions(key))): server =>
      val browser = Browser(server)
      browser.visit("/set/user/ann")
      connected(server): raw =>
        val ws = WebSocketClient(raw, "/ws", s"Cookie: session=${browser.cookie}\r\n")
        ws.send("who?")
        assertEquals(ws.frame().text, "Some(ann)")

  test("attributes of the cookie: Secure behind TLS or when configured, persistent, names with a prefix"):
    val tls = Seq("X-Forwarded-For" -> "1.2.3.4", "X-Forwarded-Proto" -> "https")
    val rows = Seq(
      (Sessions(key, secure = Some(true)), Nil, "__Host-session", "; Path=/; Secure; HttpOnly; SameSite=Lax"),
      (Sessions(key, secure = Some(false)), tls, "session", "; Path=/; HttpOnly; SameSite=Lax"),
      (
        Sessions(key, persistent = true, sameSite = SameSite.Strict),
        Nil,
        "session",
        "; Path=/; Max-Age=7200; HttpOnly; SameSite=Strict"
      ),
      (Sessions(key, cookie = "__Host-s"), Nil, "__Host-s", "; Path=/; Secure; HttpOnly; SameSite=Lax"),
      (
        Sessions(key, sameSite = SameSite.None),
        Nil,
        "__Host-session",
        "; Path=/; Secure; HttpOnly; SameSite=None"
      ),
      (Sessions(key), tls, "__Host-session", "; Path=/; Secure; HttpOnly; SameSite=Lax"),
      (Sessions(key, cookie = "mine"), tls, "mine", "; Path=/; Secure; HttpOnly; SameSite=Lax")
    )
    for (sessions, headers, name, attributes) <- rows do
      serving(service(sessions).through(TrustedProxies(Seq("127.0.0.1")))): server =>
        val line = ask(server, "/set/a/b", headers = headers).head("set-cookie")
        assertEquals(line.substring(line.indexOf(';')), attributes)
        assertEquals(line.takeWhile(_ != '='), name)
        val cookie = Seq("Cookie" -> line.takeWhile(_ != ';'))
        assertEquals(ask(server, "/show", headers = headers ++ cookie).body, "(a,b)")

  test("over TLS only the cookie counts that no other host can set, whatever other cookies the request has"):
    val tls = Seq("X-Forwarded-For" -> "1.2.3.4", "X-Forwarded-Proto" -> "https")
    serving(service(Sessions(key)).through(TrustedProxies(Seq("127.0.0.1")))): server =>
      val other = Seq("Cookie" -> s"session=${signed(key, Map("user" -> "eve"))}")
      assertEquals(ask(server, "/show", headers = other).body, "(user,eve)")
      assertEquals(ask(server, "/show", headers = other ++ tls).body, "")

  test("secrets that are too short are refused, and none shows itself"):
    for bad <-
        Seq("", "secret", "c2hvcnQ=", "not base64!", Base64.getEncoder.encodeToString(new Array[Byte](31)))
    do
      assert(
        clue(intercept[IllegalArgumentException](Secret.base64(bad)).getMessage.nn).contains("openssl rand")
      )
    val good = Base64.getEncoder.encodeToString(Array.fill(32)(7))
    assertEquals(Secret.base64(s" $good\n").toString, "Secret(32 bytes)")
    assert(clue(
      intercept[IllegalArgumentException](Secret.env("EDDY_NOT_THERE")).getMessage.nn
    ).contains("EDDY_NOT_THERE"))
end SessionsSuite
