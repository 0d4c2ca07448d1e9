package eddy.push.internal.wire

import eddy.push.*
import eddy.web.Secret
import eddy.web.jwt.{JwtAlgorithm, JwtKeys, JwtVerifier, Tokens}

import java.util.Base64
import scala.concurrent.duration.Duration

class TokenSuite extends PushFixture:
  private val key = Array.tabulate[Byte](32)(_.toByte)
  private val secret = Secret.base64(Base64.getEncoder.encodeToString(key))
  private def verifier(algorithm: JwtAlgorithm, keys: JwtKeys) =
    JwtVerifier(keys, Set(algorithm), None, None, leeway = Duration.Zero)
  private val config = PushConfig(
    tokens = Some(PushTokens(verifier(JwtAlgorithm.HS256, JwtKeys.secret(secret)))),
    expiryGrace = Duration.Zero
  )
  private def in(seconds: Int) = java.time.Instant.now.getEpochSecond + seconds
  private def token(claims: String) = Tokens.hmac(key)("""{"alg":"HS256"}""", claims)
  private def of(user: String, more: String = "", exp: Long = in(3600)) =
    token(s"""{"sub":"$user","exp":$exp$more}""")
  private def forChannel(user: String, channel: String, more: String = "", exp: Long = in(3600)) =
    of(user, s""","channel":"$channel"$more""", exp)

  test("a token says who the client is, what others see of it, and what it is subscribed to"):
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
        assertEquals(served.hub.connections.get(0).token, "t1")

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

  test("an expired token gets 109, a revoked one ends the connection"):
    pushing(config): served =>
      served.connect()(c =>
        assertEquals(
          c.ask(s"""{"id":1,"connect":{"token":"${of("ann", exp = in(-10))}"}}"""),
          """{"id":1,"error":{"code":109,"message":"token expired"}}"""
        )
      )
      served.hub.revoked = Set("t1")
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
        assert(
          client.ask(s"""{"id":3,"refresh":{"token":"${of(
              "ann",
              exp = in(-1)
            )}"}}""").contains(""""code":109""")
        )
        assertEquals(
          client.ask(s"""{"id":4,"refresh":{"token":"${of("eve")}"}}"""),
          "closed 3500 invalid token"
        )

  test("a connection that is not refreshed ends with 3005 after its grace, one that never expires does not"):
    pushing(config): served =>
      served.connect(): client =>
        client.enter(of("ann", exp = in(1)))
        assertEquals(heardLast(client), "closed 3005 connection expired")
      served.connect(): client =>
        val answer =
          client.ask(s"""{"id":1,"connect":{"token":"${of("ann", ",\"expire_at\":0", in(60))}"}}""")
        assert(!answer.contains("expires"), answer)

  test("a private channel needs a token of its own: for this user, this channel, and in time"):
    pushing(config): served =>
      served.connect(): client =>
        client.enter(of("ann"))
        def subscribe(token: String) =
          client.ask(s"""{"id":2,"subscribe":{"channel":"$$tea","token":"$token"}}""")
        val denied = """{"id":2,"error":{"code":103,"message":"permission denied"}}"""
        assertEquals(subscribe(""), denied)
        assertEquals(subscribe("nonsense"), denied)
        assertEquals(subscribe(forChannel("ann", "$milk")), denied)
        assertEquals(subscribe(forChannel("eve", "$tea")), denied)
        assertEquals(subscribe(of("ann")), denied)
        assertEquals(
          subscribe(forChannel("ann", "$tea", exp = in(-10))),
          """{"id":2,"error":{"code":109,"message":"token expired"}}"""
        )
        val answer = subscribe(forChannel("ann", "$tea", ",\"info\":7"))
        assert(answer.startsWith("""{"id":2,"subscribe":{"expires":true,"ttl":3"""), answer)
        assert(client.ask("""{"id":3,"presence":{"channel":"$tea"}}""").contains(""""chan_info":7"""))

  test("a subscription that is not refreshed ends with 2501, and one that is stays"):
    pushing(config): served =>
      served.connect(): client =>
        client.enter(of("ann"))
        client.ask(s"""{"id":2,"subscribe":{"channel":"$$tea","token":"${forChannel(
            "ann",
            "$tea",
            exp = in(1)
          )}"}}"""): Unit
        assert(
          client.ask(s"""{"id":3,"sub_refresh":{"channel":"$$tea","token":"${forChannel(
              "ann",
              "$tea",
              exp = in(100)
            )}"}}""")
            .startsWith("""{"id":3,"sub_refresh":{"expires":true,"ttl":""")
        )
        client.ask(s"""{"id":4,"subscribe":{"channel":"$$milk","token":"${forChannel(
            "ann",
            "$milk",
            exp = in(1)
          )}"}}"""): Unit
        assertEquals(
          heardLast(client),
          """{"push":{"channel":"$milk","unsubscribe":{"code":2501,"reason":"subscription expired"}}}"""
        )
        assertEquals(served.hub.subscribers("$tea"), 1)
        assertEquals(served.hub.subscribers("$milk"), 0)

  /** What is not a ping. */
  private def heardLast(client: Client): String =
    client.hear() match
      case "{}" =>
        client.say("{}")
        heardLast(client)
      case other => other
end TokenSuite
