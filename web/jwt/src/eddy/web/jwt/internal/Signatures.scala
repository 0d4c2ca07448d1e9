package eddy.web.jwt.internal

import eddy.web.jwt.JwtRejection

import java.security.spec.X509EncodedKeySpec
import java.security.{GeneralSecurityException, KeyFactory, Signature}
import scala.jdk.CollectionConverters.given

import com.nimbusds.jose.crypto.{ECDSAVerifier, MACVerifier, RSASSAVerifier}
import com.nimbusds.jose.jwk.source.{JWKSource, RateLimitReachedException}
import com.nimbusds.jose.jwk.{
  Curve,
  ECKey,
  JWK,
  JWKMatcher,
  JWKSelector,
  OctetKeyPair,
  OctetSequenceKey,
  RSAKey
}
import com.nimbusds.jose.proc.SecurityContext
import com.nimbusds.jose.{JOSEException, KeySourceException}
import com.nimbusds.jwt.SignedJWT

/** Checks signatures with the keys that fit a token's header: by kind, by `kid`, and by the use that the key
  * states.
  */
private[jwt] final class Signatures(source: JWKSource[SecurityContext]):
  /** None when the signature is right. */
  def check(token: SignedJWT): Option[JwtRejection] =
    val selector = JWKSelector(JWKMatcher.forJWSHeader(token.getHeader))
    try
      val keys = source.get(selector, null).asScala
      if keys.isEmpty then Some(JwtRejection.UnknownKey)
      else Option.unless(keys.exists(isSignedWith(token, _)))(JwtRejection.Signature)
    catch
      // a key that is not in the set, and the set was read a moment ago
      case _: RateLimitReachedException => Some(JwtRejection.UnknownKey)
      case failure: KeySourceException =>
        // reported when it was tried, not for each request meanwhile
        val isWait = failure.getCause.isInstanceOf[RateLimitReachedException]
        Signatures.log.log(
          if isWait then System.Logger.Level.DEBUG else System.Logger.Level.WARNING,
          s"the keys for tokens cannot be had: ${failure.getMessage}"
        )
        Some(JwtRejection.KeysUnavailable)

  private def isSignedWith(token: SignedJWT, key: JWK): Boolean =
    try
      key match
        case rsa: RSAKey => rsa.size >= Signatures.LeastRsaBits && token.verify(RSASSAVerifier(rsa))
        case ec: ECKey => token.verify(ECDSAVerifier(ec))
        case secret: OctetSequenceKey => token.verify(MACVerifier(secret))
        case pair: OctetKeyPair => pair.getCurve == Curve.Ed25519 && Signatures.ed25519(token, pair)
        case _ => false
    // a key that is too short, or of another curve, signs nothing
    catch case _: JOSEException | _: GeneralSecurityException => false
end Signatures

private[jwt] object Signatures:
  private val LeastRsaBits = 2048
  private val log = System.getLogger("eddy.web.jwt")

  /** The prefix of the 32 bytes of an Ed25519 key in its X.509 form (RFC 8410, section 4). */
  private val x509 = Array[Byte](0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00)

  /** By the JDK: nimbus needs another library for it. */
  private def ed25519(token: SignedJWT, pair: OctetKeyPair): Boolean =
    val key = KeyFactory.getInstance("Ed25519").generatePublic(X509EncodedKeySpec(x509 ++ pair.getDecodedX))
    val signature = Signature.getInstance("Ed25519")
    signature.initVerify(key)
    signature.update(token.getSigningInput)
    signature.verify(token.getSignature.decode)
end Signatures
