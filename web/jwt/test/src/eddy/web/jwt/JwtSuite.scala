package eddy.web.jwt

import eddy.state.SharedMap
import eddy.web.*

import java.time.{Instant, InstantSource}
import java.util.concurrent.atomic.AtomicInteger

import com.nimbusds.jose.jwk.JWKSet

class JwtSuite extends WebSuite:
  private val now = Instant.parse("2026-11-21T12:00:00Z")
  private def verifier(keys: JwtKeys) =
    JwtVerifier(
      keys,
      Set(JwtAlgorithm.ES256, JwtAlgorithm.RS256),
      None,
      None,
      clock = InstantSource.fixed(now)
    )
  private val local = verifier(JwtKeys.json(Tokens.set.toString))
  private def claims(seconds: Long, scope: String = "") =
    s"""{"sub":"ann","scope":"$scope","exp":${now.getEpochSecond + seconds}}"""
  private val good = Tokens.es256("""{"alg":"ES256"}""", claims(60, "orders:read"))
  private val expired = Tokens.es256("""{"alg":"ES256"}""", claims(-60))

  private def service(filter: Filter) =
    Routes.get("/me")((req, res) => res.text(req(Jwt.claims).subject.mkString)).through(filter)

  test("a request with a good token passes, and its handler reads the claims; others get 401 by RFC 6750"):
    val invalid = "Bearer realm=\"api\", error=\"invalid_token\", error_description="
    val rows = Seq(
      (Seq("Authorization" -> s"Bearer $good"), 200, ""),
      (Seq("Authorization" -> s"bearer  $good"), 200, ""),
      (Nil, 401, "Bearer realm=\"api\""),
      (Seq("Authorization" -> "Basic YTpi"), 401, "Bearer realm=\"api\""),
      (Seq("Authorization" -> "Bearer a.b.c"), 401, invalid + "\"The token is malformed.\""),
      (Seq("Authorization" -> s"Bearer $expired"), 401, invalid + "\"The token has expired.\""),
      (Seq("Authorization" -> "Bearer"), 400, "Bearer realm=\"api\", error=\"invalid_request\""),
      (Seq("Authorization" -> "Bearer a b"), 400, "Bearer realm=\"api\", error=\"invalid_request\""),
      (
        // by the server, before any filter
        Seq("Authorization" -> s"Bearer $good", "Authorization" -> s"Bearer $good"),
        400,
        ""
      ),
      (Seq("Cookie" -> s"access_token=$good"), 401, "Bearer realm=\"api\"")
    )
    serving(service(Jwt(local)) ++ Metrics.routes): server =>
      for (headers, status, challenge) <- rows do
        val answer = ask(server, "/me", headers = headers)
        assertEquals(answer.statusCode, status, headers)
        assert(clue(answer.head("www-authenticate")).startsWith(challenge), clue(headers))
        if status == 200 then assertEquals(answer.body, "ann")
      assertEquals(ask(server, s"/me?access_token=$good").statusCode, 401)
      val metrics = ask(server, "/metrics").body
      assert(clue(metrics).contains("eddy_filter_refusals_total{filter=\"jwt\"} 8.0"))

  test("a token without the scope gets 403, which names it"):
    serving(service(Jwt(local, scopes = Set("orders:read", "orders:write"), realm = "shop"))): server =>
      val answer = ask(server, "/me", headers = Seq("Authorization" -> s"Bearer $good"))
      assertEquals(answer.statusCode, 403)
      val challenge = answer.head("www-authenticate")
      assert(clue(challenge).startsWith("Bearer realm=\"shop\", error=\"insufficient_scope\""))
      assert(challenge.endsWith("scope=\"orders:read orders:write\""))
    serving(service(Jwt(local, scopes = Set("orders:read")))): server =>
      assertEquals(ask(server, "/me", headers = Seq("Authorization" -> s"Bearer $good")).body, "ann")

  test("keys of an issuer are fetched once, again when a new key is named, and not for each made-up name"):
    @volatile var set = JWKSet(Tokens.ecJwk)
    val fetched = AtomicInteger()
    val issuer = Routes.get("/keys"): (_, res) =>
      fetched.incrementAndGet(): Unit
      res.bytes("application/json", set.toString.getBytes)
    val rotated = Tokens.rs256("""{"alg":"RS256","kid":"rsa"}""", claims(60))
    def bearer(token: String) = Seq("Authorization" -> s"Bearer $token")
    serving(issuer): keys =>
      serving(service(Jwt(verifier(JwtKeys.url(s"${keys.url}/keys"))))): server =>
        assertEquals(fetched.get, 0)
        for _ <- 1 to 3 do assertEquals(ask(server, "/me", headers = bearer(good)).body, "ann")
        assertEquals(fetched.get, 1)
        set = JWKSet(Tokens.rsaJwk(Tokens.rsa, "rsa"))
        assertEquals(ask(server, "/me", headers = bearer(rotated)).body, "ann")
        assertEquals(fetched.get, 2)
        for i <- 1 to 5 do
          val madeUp = Tokens.rs256(s"""{"alg":"RS256","kid":"x$i"}""", claims(60))
          assertEquals(ask(server, "/me", headers = bearer(madeUp)).statusCode, 401)
        assertEquals(fetched.get, 2)

  test("no locks are held while keys are fetched: the issuer may share state with the service"):
    val visits = SharedMap[String, Int]()
    def count(): Unit = visits("all") = visits.getOrElse("all", 0) + 1
    val keys = JWKSet(Tokens.ecJwk).toString.getBytes
    val issuer = Routes.get("/keys"): (_, res) =>
      count()
      res.bytes("application/json", keys)
    serving(issuer): issuing =>
      val mine = Routes.get("/me"): (_, res) =>
        count()
        res.empty()
      serving(mine.through(Jwt(verifier(JwtKeys.url(s"${issuing.url}/keys"))))): server =>
        assertEquals(ask(server, "/me", headers = Seq("Authorization" -> s"Bearer $good")).statusCode, 204)
        assertEquals(visits("all"), 2)

  test("while the issuer cannot be reached the answer is 503, not 401"):
    val gone = Server(quiet).start(Routes)
    gone.stop()
    serving(service(Jwt(verifier(JwtKeys.url(s"${gone.url}/keys"))))): server =>
      val answer = ask(server, "/me", headers = Seq("Authorization" -> s"Bearer $good"))
      assertEquals((answer.statusCode, answer.head("retry-after")), (503, "5"))
end JwtSuite
