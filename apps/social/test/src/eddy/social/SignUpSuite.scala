package eddy.social

import eddy.social.internal.Wire.given
import eddy.social.internal.database.{StoredUser, UserState}
import eddy.social.internal.{Problem, Wire}

import java.time.Instant
import java.util.concurrent.CountDownLatch

class SignUpSuite extends eddy.testing.PatientSuite:
  private def field(answer: eddy.web.testkit.TestAnswer) = answer.as[Problem.Document].field

  test("the time is the server's clock, and no cache keeps it"):
    val now = Instant.ofEpochMilli(1_800_000_000_123L)
    SocialFixture.use(clock = () => now): f =>
      f.service.get("/time").status(200).header("Cache-Control", "no-store")
        .json(Wire.ServerTime(1_800_000_000_123L, 60))

  test("a new user is 201 with an id and a location, and the same name again is 409 with the field"):
    SocialFixture.use(): f =>
      val answer = f.signUp("Ada").status(201).header("Location", "user/Ada")
      val user = answer.as[Wire.User]
      assertEquals((user.username, user.id.length), ("Ada", 26))
      for name <- Seq("Ada", "ADA", "\\uff21da") do
        assertEquals(field(f.signUp(name).problem(409, "Username exists!")), Some("username"))
      f.signUp("Bob").status(201): Unit
      f.service.expectNoFailures()

  test("a name that looks like a user's is 409, and is nobody's"):
    SocialFixture.use(): f =>
      f.signUp("mary1").status(201): Unit
      for name <- Seq("maryl", "MARYI", "rnary1") do
        assertEquals(field(f.signUp(name).problem(409, "Username exists!")), Some("username"))
        f.service.get(s"/user/$name").problem(404): Unit
      f.service.expectNoFailures()

  test("a location is percent-encoded"):
    SocialFixture.use(): f =>
      f.signUp("Jos\u00e9").status(201).header("Location", "user/Jos%C3%A9"): Unit

  test("a field that is missing, not a text, or not permitted is 422 with the field"):
    SocialFixture.use(): f =>
      val wrong = Seq(
        """{}""" -> "username",
        """{"password":"correct horse"}""" -> "username",
        """{"username":"ada"}""" -> "password",
        """{"username":7,"password":"correct horse"}""" -> "username",
        """{"username":null,"password":"correct horse"}""" -> "username",
        """{"username":["ada"],"password":"correct horse"}""" -> "username",
        """{"username":"ada","password":{"a":1}}""" -> "password",
        SocialFixture.account("ab") -> "username",
        SocialFixture.account("a<b") -> "username",
        SocialFixture.account("ada", "short") -> "password",
        SocialFixture.account("ada", "x" * 129) -> "password"
      )
      for (json, name) <- wrong do assertEquals(field(f.post("/user", json).problem(422)), Some(name), json)
      f.service.expectNoFailures()

  test("fields that are not known are skipped"):
    SocialFixture.use(): f =>
      f.post(
        "/user",
        """{"a":{"b":[1]},"username":"ada","c":null,"password":"correct horse"}"""
      ).status(201): Unit

  test("a body that is no JSON object is 400, and another content type is 415"):
    SocialFixture.use(): f =>
      for json <-
          Seq("", "{", "[]", "\"ada\"", "null", """{"username":"ada","username":"bob"}""", "{\"username\":")
      do
        assertEquals(f.post("/user", json).code, 400, json)
      f.service.post("/user", _.text(SocialFixture.account("ada"))).status(415): Unit
      f.service.post("/user", _.form("username" -> "ada", "password" -> "correct horse")).status(415): Unit
      f.service.expectNoFailures()

  test("a page of another site cannot make users"):
    SocialFixture.use(): f =>
      f.service.post(
        "/user",
        _.header("Sec-Fetch-Site", "cross-site").bytes(
          "application/json",
          SocialFixture.account("ada").getBytes
        )
      ).status(403): Unit

  test("an address that signs up too often is 429"):
    SocialFixture.use(SocialFixture.config.copy(signUpsPerHour = 2)): f =>
      f.signUp("ada").status(201): Unit
      f.signUp("ada").status(409): Unit
      assert(f.signUp("bob").status(429).header("Retry-After").isDefined)

  test("while the pool for passwords is full a sign-up is 503 with Retry-After, and its name stays free"):
    SocialFixture.use(SocialFixture.config.copy(passwordThreads = 1, passwordQueue = 1)): f =>
      val end = new CountDownLatch(1)
      val held = Vector.fill(2)(f.app.pools.passwords.call(await(end)))
      f.signUp("ada").problem(503, "social-passwords").header("Retry-After", "1"): Unit
      end.countDown()
      held.foreach(await(_))
      f.signUp("ada").status(201): Unit
      f.service.expectNoFailures()

  test("the pool for passwords counts what waits and what it has rejected"):
    SocialFixture.use(SocialFixture.config.copy(passwordThreads = 1, passwordQueue = 1)): f =>
      val registry = new io.micrometer.core.instrument.simple.SimpleMeterRegistry
      f.app.meters.bindTo(registry)
      def meter(name: String) = registry.get(s"eddy.social.pool.$name").tag("pool", "social-passwords")
      val (begun, end) = (new CountDownLatch(1), new CountDownLatch(1))
      val running = f.app.pools.passwords.call:
        begun.countDown()
        await(end)
      await(begun)
      val waiting = f.app.pools.passwords.call(())
      f.signUp("ada").status(503): Unit
      assertEquals(meter("queued").gauge.value, 1.0)
      assertEquals(meter("active").gauge.value, 1.0)
      assertEquals(meter("rejected").functionCounter.count, 1.0)
      end.countDown()
      await(running)
      await(waiting)
      assertEquals(meter("wait").functionTimer.count, 2.0)
      assert(meter("wait").functionTimer.totalTime(java.util.concurrent.TimeUnit.NANOSECONDS) > 0)

  test("the name of a sign-up whose node has died is free after its time"):
    @volatile var now = Instant.ofEpochMilli(1_800_000_000_000L)
    SocialFixture.use(clock = () => now): f =>
      val dead = StoredUser("id-of-dead", "Ada", "ada", "ada", UserState.Reserved, now)
      assert(await(f.app.users.reserve(dead)))
      f.signUp("ada").status(409): Unit
      now = now.plusMillis(SocialFixture.config.reservedFor.toMillis)
      f.signUp("ada").status(409): Unit
      now = now.plusMillis(1)
      f.signUp("ada").status(201): Unit
      now = now.plusMillis(10 * SocialFixture.config.reservedFor.toMillis)
      f.signUp("ada").status(409): Unit
      f.service.expectNoFailures()
end SignUpSuite
