package eddy.web.jwt

import eddy.web.Secret

import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.Files
import java.time.{Instant, InstantSource}
import java.util.Base64
import scala.concurrent.duration.DurationInt

import com.github.plokhotnyuk.jsoniter_scala.core.JsonValueCodec
import com.github.plokhotnyuk.jsoniter_scala.macros.JsonCodecMaker
import com.nimbusds.jose.jwk.JWKSet
import com.nimbusds.jwt.SignedJWT

final case class Custom(sub: String, level: Int)

class JwtVerifierSuite extends eddy.testing.PatientSuite:
  private val now = Instant.parse("2026-11-21T12:00:00Z")
  private def at(seconds: Long) = now.getEpochSecond + seconds
  private val keys = JwtKeys.json(Tokens.set.toString)

  private def verifier(
      algorithms: Set[JwtAlgorithm] = Set(JwtAlgorithm.RS256, JwtAlgorithm.ES256, JwtAlgorithm.EdDSA),
      from: JwtKeys = keys,
      clock: Instant = now
  ) =
    JwtVerifier(from, algorithms, Some("https://issuer"), Some("orders"), clock = InstantSource.fixed(clock))

  private def claims(changed: (String, String)*): String =
    val standard =
      Seq("iss" -> "\"https://issuer\"", "aud" -> "\"orders\"", "sub" -> "\"ann\"", "exp" -> s"${at(60)}")
    val all = standard.filterNot((name, _) => changed.exists(_._1 == name)) ++ changed.filter(_._2.nonEmpty)
    all.map((name, value) => s"\"$name\":$value").mkString("{", ",", "}")

  private def outcome(token: String, by: JwtVerifier = verifier()) = by.verify(token).map(_.subject)
  private val accepted = Right(Some("ann"))

  test("the examples of RFC 7515, appendix A, are verified, and expire when they say so"):
    val payload =
      "eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ"
    val hs256 =
      s"eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.$payload.dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
    val secret = "AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow"
    val es256 =
      s"eyJhbGciOiJFUzI1NiJ9.$payload.DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q"
    val ec =
      """{"keys":[{"kty":"EC","crv":"P-256","x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU","y":"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"}]}"""
    def of(keys: JwtKeys, algorithm: JwtAlgorithm, seconds: Long) =
      JwtVerifier(
        keys,
        Set(algorithm),
        Some("joe"),
        None,
        clock = InstantSource.fixed(Instant.ofEpochSecond(seconds))
      )
    val mac = Secret.base64(Base64.getEncoder.encodeToString(Base64.getUrlDecoder.decode(secret)))
    for (token, from, algorithm) <- Seq(
        (hs256, JwtKeys.secret(mac), JwtAlgorithm.HS256),
        (es256, JwtKeys.json(ec), JwtAlgorithm.ES256)
      )
    do
      assertEquals(of(from, algorithm, 1300819379L).verify(token).map(_.issuer), Right(Some("joe")))
      assertEquals(
        of(from, algorithm, 1300819380L + 30).verify(token).map(_.issuer),
        Left(JwtRejection.Expired)
      )

  test("each algorithm is verified with its key, found by kid or tried"):
    assertEquals(outcome(Tokens.rs256("""{"alg":"RS256","kid":"rsa"}""", claims())), accepted)
    assertEquals(outcome(Tokens.rs256("""{"alg":"RS256"}""", claims())), accepted)
    assertEquals(outcome(Tokens.es256("""{"alg":"ES256","kid":"ec"}""", claims())), accepted)
    assertEquals(outcome(Tokens.eddsa("""{"alg":"EdDSA","kid":"ed"}""", claims())), accepted)
    assertEquals(outcome(Tokens.eddsa("""{"alg":"EdDSA","typ":"at+jwt"}""", claims())), accepted)

  test("no changed token is accepted: each character of the signature and of the signed part"):
    val token = Tokens.es256("""{"alg":"ES256","kid":"ec"}""", claims())
    for i <- token.indices if i != token.length - 1 do // of the last one only some bits count
      val other = token.updated(i, if token(i) == 'A' then 'B' else 'A')
      if other != token then assert(verifier().verify(other).isLeft, s"changed at $i: $other")
    for n <- 0 until token.length by 7 do assert(verifier().verify(token.take(n)).isLeft)

  test("tokens that were not signed with the right key in the right way are refused"):
    val publicKey = Tokens.rsa.getPublic.getEncoded
    val pem =
      s"-----BEGIN PUBLIC KEY-----\n${Base64.getMimeEncoder.encodeToString(publicKey)}\n-----END PUBLIC KEY-----\n"
    val both = verifier(JwtAlgorithm.values.toSet)
    val jwk = Tokens.rsaJwk(Tokens.shortRsa, "rsa").toString
    val rows = Seq(
      "none" -> (
        s"${Tokens.encoded("""{"alg":"none"}""")}.${Tokens.encoded(claims())}.",
        JwtRejection.Malformed
      ),
      "None" -> (
        s"${Tokens.encoded("""{"alg":"None"}""")}.${Tokens.encoded(claims())}.",
        JwtRejection.Malformed
      ),
      "none with a signature" ->
        (Tokens.hmac(publicKey)("""{"alg":"none"}""", claims()), JwtRejection.Malformed),
      "an unknown algorithm" -> (
        Tokens.hmac(publicKey)("""{"alg":"HS257"}""", claims()),
        JwtRejection.Algorithm
      ),
      "an algorithm that is not listed" -> (
        Tokens.hmac(publicKey)("""{"alg":"HS256"}""", claims()),
        JwtRejection.Algorithm
      ),
      "RS256 named ES256" -> (Tokens.rs256("""{"alg":"ES256"}""", claims()), JwtRejection.Signature),
      "another key's kid" -> (
        Tokens.rs256("""{"alg":"RS256","kid":"ec"}""", claims()),
        JwtRejection.UnknownKey
      ),
      "an unknown kid" -> (Tokens.rs256("""{"alg":"RS256","kid":"x"}""", claims()), JwtRejection.UnknownKey),
      "a short RSA key" ->
        (
          Tokens.rs256("""{"alg":"RS256","kid":"short"}""", claims(), Tokens.shortRsa),
          JwtRejection.Signature
        ),
      "a key of its own" ->
        (Tokens.rs256(s"""{"alg":"RS256","jwk":$jwk}""", claims(), Tokens.shortRsa), JwtRejection.Signature),
      "a critical extension" ->
        (Tokens.rs256("""{"alg":"RS256","crit":["x"],"x":1}""", claims()), JwtRejection.Algorithm),
      "another type" -> (
        Tokens.rs256("""{"alg":"RS256","typ":"secevent+jwt"}""", claims()),
        JwtRejection.Malformed
      ),
      "an ECDSA signature of zeros" ->
        (
          s"${Tokens.encoded("""{"alg":"ES256"}""")}.${Tokens.encoded(claims())}.${"A" * 86}",
          JwtRejection.Signature
        )
    )
    for (what, (token, rejection)) <- rows do assertEquals(outcome(token), Left(rejection), what)
    assert(verifier().verify(Tokens.rs256("""{"alg":"RS256","crit":["b64"],"b64":false}""", claims())).isLeft)
    for key <- Seq(publicKey, pem.getBytes(UTF_8), Array.emptyByteArray :+ 0.toByte) do
      assertEquals(
        outcome(Tokens.hmac(key)("""{"alg":"HS256"}""", claims()), both),
        Left(JwtRejection.UnknownKey)
      )

  test("claims are checked, with leeway"):
    def of(changed: (String, String)*) = outcome(Tokens.rs256("""{"alg":"RS256"}""", claims(changed*)))
    val rows = Seq[(Seq[(String, String)], Either[JwtRejection, Option[String]])](
      Seq("exp" -> s"${at(-29)}") -> accepted,
      Seq("exp" -> s"${at(-30)}") -> Left(JwtRejection.Expired),
      Seq("exp" -> "") -> Left(JwtRejection.NoExpiry),
      Seq("exp" -> "\"never\"") -> Left(JwtRejection.Malformed),
      Seq("nbf" -> s"${at(30)}") -> accepted,
      Seq("nbf" -> s"${at(31)}") -> Left(JwtRejection.NotYet),
      Seq("iss" -> "\"https://issuer/\"") -> Left(JwtRejection.Issuer),
      Seq("iss" -> "") -> Left(JwtRejection.Issuer),
      Seq("iss" -> "17") -> Left(JwtRejection.Malformed),
      Seq("aud" -> "\"invoices\"") -> Left(JwtRejection.Audience),
      Seq("aud" -> "[\"invoices\",\"orders\"]") -> accepted,
      Seq("aud" -> "") -> Left(JwtRejection.Audience)
    )
    for (changed, expected) <- rows do assertEquals(of(changed*), expected, changed)

  test("a text that is not a token is malformed"):
    val odd = Seq(
      "",
      ".",
      "..",
      "...",
      "a.b.c",
      "a" * 20_000,
      "e30.e30.e30",
      "{}",
      s"${Tokens.encoded("[]")}.e30.",
      "\u0000",
      "e30"
    )
    for text <- odd do assertEquals(outcome(text), Left(JwtRejection.Malformed), text.take(20))
    assertEquals(outcome(Tokens.rs256("""{"alg":"RS256"}""", "no json")), Left(JwtRejection.Malformed))
    val deep = "[" * 7000
    assert(verifier().verify(Tokens.rs256(s"""{"alg":"RS256","x":$deep}""", claims())).isLeft)

  test("claims are read by name, or as a value"):
    given JsonValueCodec[Custom] = JsonCodecMaker.make
    val token =
      Tokens.rs256("""{"alg":"RS256"}""", claims("level" -> "7", "scope" -> "\"a b\"", "jti" -> "\"x\""))
    val read = verifier().verify(token).toOption.get
    assertEquals(read.as[Custom], Custom("ann", 7))
    assertEquals((read.scopes, read.id, read.audience), (Set("a", "b"), Some("x"), Seq("orders")))
    assertEquals(read.expiresAt, now.plusSeconds(60))
    assertEquals(
      (read.text("iss"), read.text("level"), read.text("none")),
      (Some("https://issuer"), None, None)
    )

  test("a key file is read again when a token names a key that is not in it"):
    val file = Files.createTempFile("keys", ".json")
    try
      def write(set: JWKSet) = Files.writeString(file, set.toString)
      val _ = write(JWKSet(Tokens.ecJwk))
      val by = verifier(from = JwtKeys.file(file))
      assertEquals(outcome(Tokens.es256("""{"alg":"ES256","kid":"ec"}""", claims()), by), accepted)
      val token = Tokens.rs256("""{"alg":"RS256","kid":"rsa"}""", claims())
      val _ = write(Tokens.set)
      assertEquals(outcome(token, by), accepted)
    finally Files.delete(file)

  test("keys with made-up names do not have a key file read each time"):
    val reads = java.util.concurrent.atomic.AtomicInteger()
    def keys() =
      reads.incrementAndGet(): Unit
      JWKSet(Tokens.ecJwk)
    val source = internal.KeySources.read(() => keys(), 5.minutes)
    val began = System.nanoTime
    for n <- 1 to 20 do
      val token = SignedJWT.parse(Tokens.rs256(s"""{"alg":"RS256","kid":"made up $n"}""", claims()))
      assertEquals(internal.Signatures(source).check(token), Some(JwtRejection.UnknownKey))
    val intervals = (System.nanoTime - began) / 30.seconds.toNanos + 1
    assert(reads.get <= 2 * intervals, s"${reads.get} reads in $intervals times half a minute")

  test("without its key file, or with a broken one, a verifier says that it has no keys"):
    val file = Files.createTempFile("keys", ".json")
    try
      val _ = Files.writeString(file, "{\"keys\":7}")
      val token = Tokens.rs256("""{"alg":"RS256","kid":"rsa"}""", claims())
      assertEquals(outcome(token, verifier(from = JwtKeys.file(file))), Left(JwtRejection.KeysUnavailable))
      assertEquals(
        outcome(token, verifier(from = JwtKeys.file(file.resolveSibling("eddy-no-such-file")))),
        Left(JwtRejection.KeysUnavailable)
      )
      // also when it was tried a moment ago, and is not again
      val by = verifier(from = JwtKeys.file(file))
      for _ <- 1 to 10 do assertEquals(outcome(token, by), Left(JwtRejection.KeysUnavailable))
    finally Files.delete(file)

  test("unsafe settings are refused with the remedy"):
    val bad = Seq[(() => Any, String)](
      (() => verifier(Set.empty), "algorithms is empty"),
      (() => JwtVerifier(keys, Set(JwtAlgorithm.RS256), None, None, leeway = 1.hour), "leeway = 1 hour"),
      (() => JwtKeys.url("http://issuer.example.org/keys"), "must be https"),
      (() => JwtKeys.url("file:///etc/keys"), "must be https"),
      (() => JwtKeys.json("[]"), "no JSON Web Key Set"),
      (() => JwtKeys.url("https://issuer.example.org/keys", maxAge = 1.second), "maxAge = 1 second")
    )
    for (make, text) <- bad do
      assert(clue(intercept[IllegalArgumentException](make()).getMessage.nn).contains(text))
end JwtVerifierSuite
