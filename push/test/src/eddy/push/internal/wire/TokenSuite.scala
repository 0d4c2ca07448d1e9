package eddy.push.internal.wire

import eddy.push.*
import eddy.testing.{LogLines, WaitingTests}
import eddy.web.Secret
import eddy.web.jwt.{JwtAlgorithm, JwtKeys, JwtVerifier, Tokens}

import java.util.Base64
import scala.concurrent.duration.{Duration, DurationInt}

class TokenSuite extends PushFixture, WaitingTests:
  private val key = Array.tabulate[Byte](32)(_.toByte)
  private val secret = Secret.base64(Base64.getEncoder.encodeToString(key))
  private def verifier(algorithm: JwtAlgorithm, keys: JwtKeys) =
    JwtVerifier(keys, Set(algorithm), None, None, leeway = Duration.Zero)
  private val config = PushConfig(
    tokens = Some(PushTokens(verifier(JwtAlgorithm.HS256, JwtKeys.secret(secret)))),
    expiryGrace = Duration.Zero
  )
  private val TooLate = "\"code\":109"
  private def in(seconds: Int) = java.time.Instant.now.getEpochSecond + seconds
  private def token(claims: String) = Tokens.hmac(key)("""{"alg":"HS256"}""", claims)
  private def of(user: String, more: String = "", exp: Long = in(3600)) =
    token(s"""{"sub":"$user","exp":$exp$more}""")
  private def forChannel(user: String, channel: String, more: String = "", exp: Long = in(3600)) =
    of(user, s""","channel":"$channel"$more""", exp)
  private def subscribe(client: Client, channel: String, token: String) =
    client.ask(s"""{"id":2,"subscribe":{"channel":"$channel","token":"$token"}}""")

  test("a token states the client's user, its public information, and its subscriptions"):
    pushing(config): served =>
      served.connect(): client =>
        val answer = client.ask(
          s"""{"id":1,"connect":{"token":"${of(
              "ann",
              ",\"info\":{\"n\":1},\"channels\":[\"tea\"],\"jti\":\"t1\""
            )}"}}"""
        )
        assert(
          answer.contains(""""expires":true,"ttl":36""") || answer.contains(""""expires":true,"ttl":35"""),
          answer
        )
        assert(answer.contains(""""subs":{"tea":{"""), answer)
        val there = client.ask("""{"id":2,"presence":{"channel":"tea"}}""")
        assert(there.contains(""""user":"ann","""), there)
        assert(there.contains(""""conn_info":{"n":1}"""), there)
        revoke(served, "t0")
        assert(client.ask("""{"id":3,"presence":{"channel":"tea"}}""").contains("ann"))
        revoke(served, "t1")
        assertEquals(client.hear(), "closed 3500 invalid token")

  for (name, algorithm, keys, made) <- Seq(
      (
        "RS256",
        JwtAlgorithm.RS256,
        JwtKeys.json(Tokens.set.toString),
        (c: String) => Tokens.rs256("""{"alg":"RS256","kid":"rsa"}""", c)
      ),
      (
        "ES256",
        JwtAlgorithm.ES256,
        JwtKeys.json(Tokens.set.toString),
        (c: String) => Tokens.es256("""{"alg":"ES256","kid":"ec"}""", c)
      )
    )
  do
    test(s"tokens signed with $name are taken, with another key's signature not"):
      val tokens = PushTokens(JwtVerifier(keys, Set(algorithm), None, None))
      val claims = s"""{"sub":"ann","exp":${java.time.Instant.now.getEpochSecond + 600}}"""
      pushing(PushConfig(tokens = Some(tokens))): served =>
        served.connect()(_.enter(made(claims)))
        served.connect(): client =>
          val altered = made(claims).dropRight(8) + "AAAAAAAA"
          assertEquals(
            client.ask(s"""{"id":1,"connect":{"token":"$altered"}}"""),
            "closed 3500 invalid token"
          )
  end for

  test("while the keys cannot be had clients are asked to come again, however often they ask"):
    val missing = JwtKeys.file(java.nio.file.Path.of("eddy-no-such-file"))
    val tokens = PushTokens(verifier(JwtAlgorithm.RS256, missing))
    val token = Tokens.rs256("""{"alg":"RS256","kid":"rsa"}""", s"""{"sub":"ann","exp":${in(600)}}""")
    pushing(PushConfig(tokens = Some(tokens))): served =>
      for _ <- 1 to 4 do
        served.connect(): client =>
          assertEquals(
            client.ask(s"""{"id":1,"connect":{"token":"$token"}}"""),
            """{"id":1,"error":{"code":100,"message":"internal server error","temporary":true}}"""
          )
        assertEquals(ask(served.server, s"/poll/tea?token=$token").statusCode, 503)

  test("an expired token gets 109, a revoked one and one that never expires end the connection"):
    pushing(config): served =>
      served.connect()(c =>
        assertEquals(
          c.ask(s"""{"id":1,"connect":{"token":"${token("""{"sub":"ann"}""")}"}}"""),
          "closed 3500 invalid token"
        )
      )
      served.connect()(c =>
        assertEquals(
          c.ask(s"""{"id":1,"connect":{"token":"${of("ann", exp = in(-10))}"}}"""),
          """{"id":1,"error":{"code":109,"message":"token expired"}}"""
        )
      )
      revoke(served, "t1")
      served.connect()(c =>
        assertEquals(
          c.ask(s"""{"id":1,"connect":{"token":"${of("ann", ",\"jti\":\"t1\"")}"}}"""),
          "closed 3500 invalid token"
        )
      )

  test("a connection that is refreshed stays, by a token of the same user only"):
    pushing(config): served =>
      served.connect(): client =>
        client.enter(of("ann"))
        val answer = client.ask(s"""{"id":2,"refresh":{"token":"${of("ann", exp = in(7200))}"}}""")
        assert(
          answer.matches(
            """\{"id":2,"refresh":\{"client":"[^"]+","version":"eddy","expires":true,"ttl":7\d\d\d\}\}"""
          ),
          answer
        )
        assertEquals(
          client.ask(s"""{"id":4,"refresh":{"token":"${of("eve")}"}}"""),
          "closed 3500 invalid token"
        )

  test("without a library, which could refresh, an expired token has no grace".tag(WaitingTest)):
    pushing(config.copy(expiryGrace = 1.hour)): served =>
      val heard = soonOver: exp =>
        served.connect(s"/socket/tea?token=${of("ann", exp = exp)}"): client =>
          Some(heardLast(client)).filterNot(_.contains("token expired"))
      assertEquals(heard, "closed 3005 connection expired")

  test(
    "a connection that is not refreshed ends with 3005 after its grace, one that never expires does not".tag(
      WaitingTest
    )
  ):
    pushing(config): served =>
      val heard = soonOver: exp =>
        served.connect(): client =>
          val answer = client.ask(s"""{"id":1,"connect":{"token":"${of("ann", exp = exp)}"}}""")
          Option.unless(answer.contains(TooLate))(heardLast(client))
      assertEquals(heard, "closed 3005 connection expired")
      served.connect(): client =>
        val answer =
          client.ask(s"""{"id":1,"connect":{"token":"${of("ann", ",\"expire_at\":0", in(60))}"}}""")
        assert(!answer.contains("expires"), answer)

  test("a token that is accepted within the leeway of clocks is not refreshed each second"):
    val lenient = JwtVerifier(JwtKeys.secret(secret), Set(JwtAlgorithm.HS256), None, None, leeway = 1.minute)
    pushing(config.copy(tokens = Some(PushTokens(lenient)))): served =>
      served.connect(): client =>
        val over = in(-10)
        val answers = Seq(
          client.ask(s"""{"id":1,"connect":{"token":"${of("ann", exp = over)}"}}"""),
          subscribe(client, "$tea", forChannel("ann", "$tea", exp = over)),
          client.ask(s"""{"id":3,"refresh":{"token":"${of("ann", exp = over)}"}}"""),
          client.ask(s"""{"id":4,"sub_refresh":{"channel":"$$tea","token":"${forChannel(
              "ann",
              "$tea",
              exp = over
            )}"}}""")
        )
        answers.foreach(answer => assert(answer.contains(""""expires":true,"ttl":5"""), answer))

  test("the log names the check that a token has failed, once a second at most"):
    LogLines.of("eddy.push"): lines =>
      pushing(config): served =>
        served.connect(): client =>
          client.enter(of("ann"))
          val refused = Seq(forChannel("ann", "$milk"), forChannel("eve", "$tea"), "nonsense")
          refused.foreach(token => assert(subscribe(client, "$tea", token).contains("103")))
          assertEquals(lines.size, 1)
          val line = lines.remove()
          assert(clue(line).contains("subscription token of client"))
          assert(line.contains("""check "channel": The token is for another channel."""))

  test("a private channel needs a token of its own: for this user, this channel, and in time"):
    pushing(config): served =>
      served.connect(): client =>
        client.enter(of("ann"))
        def tea(token: String) = subscribe(client, "$tea", token)
        val denied = """{"id":2,"error":{"code":103,"message":"permission denied"}}"""
        assertEquals(tea(""), denied)
        assertEquals(tea("nonsense"), denied)
        assertEquals(tea(forChannel("ann", "$milk")), denied)
        assertEquals(tea(forChannel("eve", "$tea")), denied)
        assertEquals(tea(of("ann")), denied)
        assertEquals(
          tea(forChannel("ann", "$tea", exp = in(-10))),
          """{"id":2,"error":{"code":109,"message":"token expired"}}"""
        )
        val answer = tea(forChannel("ann", "$tea", ",\"info\":7"))
        assert(answer.startsWith("""{"id":2,"subscribe":{"expires":true,"ttl":3"""), answer)
        assert(client.ask("""{"id":3,"presence":{"channel":"$tea"}}""").contains(""""chan_info":7"""))

  test("a subscription that is not refreshed ends with 2501, and one that is stays".tag(WaitingTest)):
    pushing(config): served =>
      served.connect(): client =>
        client.enter(of("ann"))
        def over(channel: String) =
          s"""{"push":{"channel":"$channel","unsubscribe":{"code":2501,"reason":"subscription expired"}}}"""
        val later = forChannel("ann", "$tea", exp = in(1000))
        val refreshed = soonOver: exp =>
          val answer = subscribe(client, "$tea", forChannel("ann", "$tea", exp = exp))
          Option.unless(answer.contains(TooLate)):
            client.ask(s"""{"id":3,"sub_refresh":{"channel":"$$tea","token":"$later"}}""")
          .filterNot: answer =>
            // it was over before: the client gets that, and the refresh is refused
            val isOver = answer == over("$tea") || answer.contains("\"error\"")
            if isOver then heardLast(client): Unit
            isOver
        assert(refreshed.startsWith("""{"id":3,"sub_refresh":{"expires":true,"ttl":"""), refreshed)
        val heard = soonOver: exp =>
          val answer = subscribe(client, "$milk", forChannel("ann", "$milk", exp = exp))
          Option.unless(answer.contains(TooLate))(heardLast(client))
        assertEquals(heard, over("$milk"))
        served.awaitSubscribers("$tea", 1)
        served.awaitSubscribers("$milk", 0)

  test("a connection that was refreshed goes with its new token, not with the first"):
    pushing(config): served =>
      served.connect(): client =>
        client.enter(of("ann", jti("t1")))
        assert(client.ask(s"""{"id":2,"refresh":{"token":"${of("ann", jti("t2"))}"}}""").contains("ttl"))
        revoke(served, "t1")
        assert(client.ask("""{"id":3,"ping":{}}""").contains(""""code":108"""))
        revoke(served, "t2")
        assertEquals(client.hear(), "closed 3500 invalid token")

  test("a subscription ends when its token is revoked, the one it came with or the one it was refreshed by"):
    pushing(config): served =>
      served.connect(): client =>
        client.enter(of("ann"))
        def tea(token: String) = subscribe(client, "$tea", token)
        val ended =
          """{"push":{"channel":"$tea","unsubscribe":{"code":2000,"reason":"server unsubscribe"}}}"""
        assert(tea(forChannel("ann", "$tea", jti("s1"))).contains("ttl"))
        revoke(served, "s1")
        assertEquals(client.hear(), ended)
        served.awaitSubscribers("$tea", 0)
        assert(tea(forChannel("ann", "$tea", jti("s1"))).contains(""""code":103"""))
        assert(tea(forChannel("ann", "$tea", jti("s2"))).contains("ttl"))
        val next = forChannel("ann", "$tea", jti("s3"))
        assert(client.ask(s"""{"id":3,"sub_refresh":{"channel":"$$tea","token":"$next"}}""").contains("ttl"))
        revoke(served, "s2")
        assert(client.ask("""{"id":4,"ping":{}}""").contains(""""code":108"""))
        revoke(served, "s3")
        assertEquals(client.hear(), ended)

  test("a token that is revoked while a hook is asked admits nobody"):
    val asked = java.util.concurrent.atomic.AtomicReference[Served | Null](null)
    def revoking[A](token: String)(allowed: A): Verdict[A] =
      revoke(asked.get.nn, token)
      Verdict.Allow(allowed)
    val hooks = Hooks()
      .onConnect(c =>
        if c.user.contains("eve") then revoking("t1")(Admitted("eve")) else Verdict.Allow(Admitted("ann"))
      )
      .onSubscribe(s => if s.channel == "$tea" then revoking("s1")(Granted()) else Verdict.Allow(Granted()))
    pushing(config, hooks): served =>
      asked.set(served)
      served.connect()(c =>
        assertEquals(
          c.ask(s"""{"id":1,"connect":{"token":"${of("eve", jti("t1"))}"}}"""),
          "closed 3500 invalid token"
        )
      )
      served.connect(): client =>
        client.enter(of("ann"))
        val token = forChannel("ann", "$tea", jti("s1"))
        assert(subscribe(client, "$tea", token).contains(""""code":103"""))
        served.awaitSubscribers("$tea", 0)
    // another node, which has not heard of it
    pushing(config, hooks): served =>
      asked.set(served)
      assertEquals(ask(served.server, s"/poll/tea?token=${of("eve", jti("t1"))}").statusCode, 403)
    pushing(config, hooks): served =>
      asked.set(served)
      val heard = ask(served.server, s"/events/tea?token=${of("eve", jti("t1"))}").body
      assert(heard.contains("""{"code":3500,"reason":"invalid token"}"""), heard)
    pushing(config, hooks): served =>
      asked.set(served)
      served.connect(s"/socket/tea?token=${of("eve", jti("t1"))}")(c =>
        assertEquals(c.hear(), "closed 3500 invalid token")
      )

  test("an event stream and a poll end when the token is revoked that they came with, for the channel too"):
    pushing(config): served =>
      val (mine, one) = (of("ann", jti("t1")), forChannel("ann", "$tea", jti("s1")))
      val start = ask(served.server, s"/poll/$$tea?token=$mine&channel_token=$one").body
        .stripPrefix("{\"after\":\"").takeWhile(_ != '"')
      def later(path: String) = java.util.concurrent.CompletableFuture.supplyAsync: () =>
        ask(served.server, s"$path?token=$mine&channel_token=$one&after=$start")
      val (events, poll) = (later("/events/$tea"), later("/poll/$tea"))
      served.awaitSubscribers("$tea", 2)
      revoke(served, "s1")
      assert(clue(await(events).body).contains("""{"code":3500,"reason":"invalid token"}"""))
      assertEquals(await(poll).statusCode, 403)

  test(
    "a client whose user a hook replaces stays and subscribes by tokens of the first user, and ends with those"
  ):
    val hooks = Hooks().onConnect(c => Verdict.Allow(Admitted(c.user.fold("")(user => s"number $user"))))
    pushing(config, hooks): served =>
      served.connect(): client =>
        client.enter(of("42"))
        assert(client.ask(s"""{"id":2,"refresh":{"token":"${of("42")}"}}""").contains("ttl"))
        assert(subscribe(client, "$tea", forChannel("42", "$tea")).contains("ttl"))
        assert(subscribe(client, "$milk", forChannel("number 42", "$milk")).contains("ttl"))
        assert(subscribe(client, "$rum", forChannel("43", "$rum")).contains(""""code":103"""))
        await(served.channels.revokeUser("42", java.time.Instant.ofEpochSecond(in(3600))))
        assertEquals(client.hear(), "closed 3500 invalid token")
      served.connect(): client =>
        client.enter(of("43"))
        assertEquals(
          client.ask(s"""{"id":2,"refresh":{"token":"${of("44")}"}}"""),
          "closed 3500 invalid token"
        )

  test("a client that expires in the far future, or by milliseconds, is admitted for ten years"):
    pushing(config): served =>
      for exp <- Seq(in(3600) * 1000, 9_999_999_999_999L) do
        served.connect(): client =>
          val answer = client.ask(s"""{"id":1,"connect":{"token":"${of("ann", exp = exp)}"}}""")
          assert(answer.contains(""""ttl":315360000"""), answer)
          assert(subscribe(client, "$tea", forChannel("ann", "$tea", exp = exp)).contains("ttl"))

  test(
    "a token says more of the channels of its client, and has something for the application"
  ):
    val meta = java.util.concurrent.atomic.AtomicReference(Json.none)
    val hooks = Hooks().onConnect: c =>
      meta.set(c.meta)
      c.unchanged
    pushing(config, hooks): served =>
      served.connect(): client =>
        val claims =
          ",\"meta\":{\"a\":1},\"subs\":{\"tea\":{\"info\":{\"n\":1},\"data\":{\"m\":2}},\"milk\":{}}"
        val answer = client.ask(s"""{"id":1,"connect":{"token":"${of("ann", claims)}"}}""")
        assert(answer.contains("\"data\":{\"m\":2}") && answer.contains("\"milk\":{"), answer)
        assertEquals(meta.get, Json("{\"a\":1}"))
        val there = client.ask("""{"id":2,"presence":{"channel":"tea"}}""")
        assert(there.contains("\"chan_info\":{\"n\":1}"), there)

  test("a claim that is not acted on is refused, and one that is null is not there"):
    pushing(config): served =>
      for claim <- Seq("caps", "override", "b64info", "b64channels") do
        served.connect(): client =>
          assertEquals(
            client.ask(s"""{"id":1,"connect":{"token":"${of("ann", s",\"$claim\":[1]")}"}}"""),
            "closed 3500 invalid token"
          )
        served.connect()(_.enter(of("ann", s",\"$claim\":null")))
      served.connect(): client =>
        client.enter(of("ann"))
        assert(subscribe(client, "$tea", forChannel("ann", "$tea", ",\"override\":{}")).contains("103"))

  test("a subscription's token may be for one connection"):
    pushing(config): served =>
      served.connect(): client =>
        val id = client.entered(of("ann"))
        assert(subscribe(client, "$tea", forChannel("ann", "$tea", ",\"client\":\"other\"")).contains("103"))
        assert(subscribe(client, "$tea", forChannel("ann", "$tea", s",\"client\":\"$id\"")).contains("ttl"))

  test("a token for a channel cannot be used to connect"):
    pushing(config): served =>
      val token = forChannel("ann", "$tea")
      served.connect()(c =>
        assertEquals(c.ask(s"""{"id":1,"connect":{"token":"$token"}}"""), "closed 3500 invalid token")
      )
      served.connect(): client =>
        client.enter(of("ann"))
        assertEquals(client.ask(s"""{"id":2,"refresh":{"token":"$token"}}"""), "closed 3500 invalid token")
      assertEquals(ask(served.server, s"/events/tea?token=$token").statusCode, 403)

  private def jti(id: String) = s""","jti":"$id\""""

  /** It is known when this returns. */
  private def revoke(served: Served, token: String): Unit =
    await(served.channels.revokeToken(token, java.time.Instant.ofEpochSecond(in(3600))))

  /** The outcome of a token that expires in seconds. When a busy machine was late with it, it is empty, and
    * another token is tried that has more time.
    */
  private def soonOver[A](comes: Long => Option[A]): A =
    Iterator.iterate(2)(_ * 2).flatMap(seconds => comes(in(seconds))).next()

  /** Messages other than pings. */
  private def heardLast(client: Client): String =
    client.hear() match
      case "{}" =>
        client.say("{}")
        heardLast(client)
      case other => other
end TokenSuite

/** The same where each node keeps a history of its own, of its arrivals. */
class TokenUnsharedSuite extends TokenSuite:
  override def newMediator(): Mediator = UnsharedMediator()
