package eddy.social

import eddy.social.internal.Wire.given
import eddy.social.internal.database.{StoredUser, UserState}
import eddy.social.internal.{Problem, Wire}

import java.time.Instant

class SessionSuite extends eddy.testing.PatientSuite:
  private def config =
    SocialFixture.config.copy(
      signInsPerMinute = 1000,
      signInsPerMinuteOfAddress = 1000,
      signInsPerMinuteOfName = 1000
    )

  extension (f: SocialFixture)
    private def signIn(name: String, password: String = "correct horse") =
      f.post("/session", SocialFixture.account(name, password))
    private def sessions = f.service.get("/sessions").status(200).as[Wire.Sessions].items

  test("who signs in has a session, until they sign out"):
    SocialFixture.use(config): f =>
      val user = f.signUp("Ada").status(201).as[Wire.User]
      f.service.get("/sessions").problem(401): Unit
      f.signIn("ADA").status(201).header("Cache-Control", "no-store").json(user): Unit
      assertEquals(f.sessions.map(_.current), Vector(true))
      f.service.delete("/session").status(204): Unit
      assertEquals(f.service.cookies.get("social"), None)
      f.service.get("/sessions").problem(401): Unit
      f.service.delete("/session").status(204): Unit
      f.service.expectNoFailures()

  test("the cookie is for no script and for no other site, and holds nothing but a token"):
    SocialFixture.use(config): f =>
      f.signUp("ada").status(201): Unit
      val cookie = f.signIn("ada").header("Set-Cookie").get
      assert(
        cookie.matches("social=[A-Za-z0-9_-]{43}; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax"),
        cookie
      )

  test("a session that has ended is invalid, although the client still has its cookie"):
    SocialFixture.use(config): f =>
      f.signUp("ada").status(201): Unit
      f.signIn("ada").status(201): Unit
      val token = f.service.cookies.get("social").get
      f.service.delete("/session").status(204): Unit
      f.service.call("GET", "/sessions", _.cookie("social", token)).problem(401): Unit

  test("a session expires"):
    @volatile var now = Instant.ofEpochMilli(1_800_000_000_000L)
    SocialFixture.use(config, clock = () => now): f =>
      f.signUp("ada").status(201): Unit
      f.signIn("ada").status(201): Unit
      now = now.plusMillis(config.sessionFor.toMillis - 1)
      assertEquals(f.sessions.size, 1)
      now = now.plusMillis(1)
      f.service.get("/sessions").problem(401): Unit

  test("a wrong password, a name that nobody has and a sign-up that has not ended get the same answer"):
    SocialFixture.use(config): f =>
      f.signUp("ada").status(201): Unit
      val reserved = StoredUser("id-of-bob", "bob", "bob", "bob", UserState.Reserved, Instant.now)
      assert(await(f.app.users.reserve(reserved)))
      val answers =
        Seq("ada" -> "wrong horse", "cyd" -> "correct horse", "bob" -> "correct horse", "<" -> "").map:
          (name, password) => f.signIn(name, password).problem(401)
      assertEquals(answers.map(a => (a.bodyText, a.header("Set-Cookie"))).distinct.size, 1)

  test("for a name that nobody has a hash is computed, too"):
    SocialFixture.use(config): f =>
      val registry = new io.micrometer.core.instrument.simple.SimpleMeterRegistry
      f.app.meters.bindTo(registry)
      f.signIn("nobody").status(401): Unit
      assertEquals(registry.get("eddy.social.pool.wait").functionTimer.count, 1.0)

  test("a user sees the own sessions, and ends each of them"):
    SocialFixture.use(config): f =>
      for name <- Seq("ada", "bob") do f.signUp(name).status(201): Unit
      f.signIn("bob").status(201): Unit
      val ofBob = f.sessions.head.id
      for _ <- 1 to 2 do f.signIn("ada").status(201): Unit
      val own = f.sessions
      assertEquals(own.map(_.current).sorted, Vector(false, true))
      f.service.delete(s"/sessions/$ofBob").problem(404): Unit
      f.service.delete(s"/sessions/${own.find(!_.current).get.id}").status(204): Unit
      assertEquals(f.sessions.map(_.current), Vector(true))
      f.service.delete(s"/sessions/${f.sessions.head.id}").status(204): Unit
      f.service.get("/sessions").problem(401): Unit

  test("sessions are valid on all nodes, and so is their end"):
    SocialFixture.useTwo(config): (one, other) =>
      one.signUp("ada").status(201): Unit
      one.signIn("ada").status(201): Unit
      val token = one.service.cookies.get("social").get
      def there = other.service.call("GET", "/sessions", _.cookie("social", token)).code
      assertEquals(there, 200)
      one.service.delete("/session").status(204): Unit
      assertEquals(there, 401)

  private def refused(answer: eddy.web.testkit.TestAnswer): Unit =
    val seconds = answer.problem(429).header("Retry-After").get.toInt
    assert(seconds >= 1 && seconds <= 60, seconds)

  test("sign-ins for a name are limited for one address, and other names are not affected"):
    SocialFixture.use(config.copy(signInsPerMinute = 3)): f =>
      f.signUp("bob").status(201): Unit
      for _ <- 1 to 3 do f.signIn("ada", "wrong horse").problem(401): Unit
      refused(f.signIn("ada", "wrong horse"))
      refused(f.signIn("ADA", "wrong horse"))
      f.signIn("bob").status(201): Unit

  test("sign-ins of one address are limited for all names together"):
    SocialFixture.use(config.copy(signInsPerMinuteOfAddress = 3)): f =>
      for name <- Seq("ada", "bob", "cyd") do f.signIn(name, "wrong horse").problem(401): Unit
      refused(f.signIn("dan", "wrong horse"))

  test("sign-ins for one name are limited for all addresses together"):
    SocialFixture.use(config.copy(signInsPerMinuteOfName = 3)): f =>
      for _ <- 1 to 3 do f.signIn("ada", "wrong horse").problem(401): Unit
      refused(f.signIn("ada", "wrong horse"))

  test("a device that has signed in by a name is not locked out by others who guess at the name"):
    val limited =
      config.copy(signInsPerMinute = 5, signInsPerMinuteOfAddress = 5, signInsPerMinuteOfName = 5)
    SocialFixture.use(limited): f =>
      f.signUp("ada").status(201): Unit
      f.signIn("ada").status(201): Unit
      val device = f.service.cookies.get("social-device").get
      f.service.delete("/session").status(204): Unit
      f.service.cookies.clear()
      for _ <- 1 to 4 do f.signIn("ada", "wrong horse").problem(401): Unit
      refused(f.signIn("ada"))
      def known(name: String, password: String) = f.service.call(
        "POST",
        "/session",
        _.cookie(
          "social-device",
          device
        ).bytes("application/json", SocialFixture.account(name, password).getBytes)
      )
      known("ada", "correct horse").status(201): Unit
      // of another name, and unknown
      refused(known("bob", "correct horse"))
      f.service.cookies.clear()
      refused(f.service.call(
        "POST",
        "/session",
        _.cookie("social-device", "x" * 43).bytes("application/json", SocialFixture.account("ada").getBytes)
      ))
      f.service.expectNoFailures()

  test("who guesses with a device that has signed in is limited, too"):
    SocialFixture.use(config.copy(signInsPerMinute = 3)): f =>
      f.signUp("ada").status(201): Unit
      f.signIn("ada").status(201): Unit
      for _ <- 1 to 3 do f.signIn("ada", "wrong horse").problem(401): Unit
      refused(f.signIn("ada"))

  test("a further session than a user may have ends the oldest"):
    SocialFixture.use(config.copy(maxSessions = 2)): f =>
      f.signUp("ada").status(201): Unit
      val tokens = Vector.fill(3):
        f.signIn("ada").status(201): Unit
        f.service.cookies.get("social").get
      val codes = tokens.map(token => f.service.call("GET", "/sessions", _.cookie("social", token)).code)
      assertEquals(codes.count(_ == 200), 2)
      assertEquals(codes.last, 200)
      assertEquals(f.sessions.size, 2)

  test("a page of another site can neither sign in nor out"):
    SocialFixture.use(config): f =>
      f.signUp("ada").status(201): Unit
      val body = SocialFixture.account("ada").getBytes
      f.service.post("/session", _.header("Sec-Fetch-Site", "cross-site").bytes("application/json", body))
        .status(403): Unit
      f.service.delete("/session", _.header("Sec-Fetch-Site", "cross-site")).status(403): Unit

  test("a sign-in with a field that is missing is 422"):
    SocialFixture.use(config): f =>
      val answer = f.post("/session", """{"username":"ada"}""").problem(422)
      assertEquals(answer.as[Problem.Document].field, Some("password"))

  test("a user is shown by name, in any case; others are 404"):
    SocialFixture.use(config): f =>
      val user = f.signUp("Jos\u00e9").status(201).as[Wire.User]
      f.service.get("/user/JOS%C3%89").status(200).json(user): Unit
      f.service.get("/user/cyd").problem(404): Unit
      val reserved = StoredUser("id-of-bob", "bob", "bob", "bob", UserState.Reserved, Instant.now)
      assert(await(f.app.users.reserve(reserved)))
      f.service.get("/user/bob").problem(404): Unit
      f.service.expectNoFailures()
end SessionSuite
