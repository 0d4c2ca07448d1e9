package eddy.web.jwt

import eddy.state.Pure
import eddy.web.jwt.internal.Signatures

import java.text.ParseException
import java.time.InstantSource
import scala.concurrent.duration.{DurationInt, FiniteDuration}

import com.nimbusds.jwt.{JWTClaimsSet, SignedJWT}

/** Why a token was not accepted. */
enum JwtRejection(val detail: String) derives CanEqual:
  case Malformed extends JwtRejection("The token is malformed.")
  case Algorithm extends JwtRejection("The token is signed in a way that is not accepted here.")
  case UnknownKey extends JwtRejection("The token is signed with a key that is not known here.")
  case Signature extends JwtRejection("The token's signature is wrong.")
  case Expired extends JwtRejection("The token has expired.")
  case NoExpiry extends JwtRejection("The token does not say when it expires (exp).")
  case NotYet extends JwtRejection("The token is not valid yet.")
  case Issuer extends JwtRejection("The token is from another issuer.")
  case Audience extends JwtRejection("The token is for another service.")

  /** No fault of the token's: the keys could not be fetched. */
  case KeysUnavailable extends JwtRejection("The keys to verify tokens with cannot be had at the moment.")

/** Verifies signed JSON Web Tokens (RFC 7519, RFC 8725), for filters ([[Jwt]]) and by hand. Any thread; may
  * block when keys are fetched.
  *
  * A token must be signed in one of `algorithms`, with a key of that kind; keys that it brings along (`jwk`,
  * `jku`, `x5u`) are not looked at, critical extensions not accepted. It must have an expiry. It may not be
  * encrypted.
  *
  * @param algorithms those that the issuer uses: one, as a rule
  * @param issuer what `iss` must be; `None` only where the keys belong to one issuer
  * @param audience what `aud` must have among it, the name of this service; `None` only where the issuer
  *   signs for no other
  * @param leeway by how much clocks may differ
  * @param types allowed values of `typ`, where a token has one; in small letters
  * @param clock what time it is
  */
final class JwtVerifier(
    keys: JwtKeys,
    algorithms: Set[JwtAlgorithm],
    issuer: Option[String],
    audience: Option[String],
    leeway: FiniteDuration = 30.seconds,
    types: Set[String] = Set("jwt", "at+jwt"),
    clock: InstantSource = InstantSource.system
):
  require(
    algorithms.nonEmpty,
    "algorithms is empty: name the one that the issuer signs with, such as JwtAlgorithm.ES256"
  )
  require(
    leeway.toSeconds >= 0 && leeway <= 10.minutes,
    s"leeway = $leeway: must be from zero to ten minutes; synchronised clocks need less than a minute"
  )
  private val accepted = algorithms.map(_.name)
  private val signatures = Signatures(keys.source)

  private[jwt] def mayWait: Boolean = keys.mayWait

  // it owns what it caches: the keys, and the time of their last fetch
  @Pure
  def verify(token: String): Either[JwtRejection, JwtClaims] =
    if token.length > JwtVerifier.MaxLength then Left(JwtRejection.Malformed)
    else
      try checked(SignedJWT.parse(token))
      // nimbus: `none` and unreadable headers are the one or the other
      catch case _: ParseException | _: IllegalArgumentException => Left(JwtRejection.Malformed)

  private def checked(token: SignedJWT): Either[JwtRejection, JwtClaims] =
    val header = token.getHeader
    val kind = header.getType
    if !accepted(header.getAlgorithm) then Left(JwtRejection.Algorithm)
    else if header.getCriticalParams != null || !header.isBase64URLEncodePayload then
      Left(JwtRejection.Algorithm)
    else if kind != null && !types(kind.getType.toLowerCase(java.util.Locale.ROOT)) then
      Left(JwtRejection.Malformed)
    else
      signatures.check(token).toLeft(token.getJWTClaimsSet).flatMap: claims =>
        objection(claims).toLeft(JwtClaims(claims, token.getPayload.toBytes))

  private def objection(claims: JWTClaimsSet): Option[JwtRejection] =
    val now = clock.instant
    val (expiry, notBefore) = (claims.getExpirationTime, claims.getNotBeforeTime)
    val seconds = leeway.toSeconds
    if expiry == null then Some(JwtRejection.NoExpiry)
    else if !now.isBefore(expiry.toInstant.plusSeconds(seconds)) then Some(JwtRejection.Expired)
    else if notBefore != null && now.plusSeconds(seconds).isBefore(notBefore.toInstant) then
      Some(JwtRejection.NotYet)
    else if issuer.exists(_ != claims.getIssuer) then Some(JwtRejection.Issuer)
    else if audience.exists(name => !claims.getAudience.contains(name)) then Some(JwtRejection.Audience)
    else None
end JwtVerifier

object JwtVerifier:
  private val MaxLength = 16 * 1024
