package eddy.web.jwt

import java.nio.charset.StandardCharsets.UTF_8
import java.security.interfaces.{ECPublicKey, RSAPublicKey}
import java.security.spec.ECGenParameterSpec
import java.security.{KeyPair, KeyPairGenerator, Signature}
import java.util.Base64
import javax.crypto.Mac
import javax.crypto.spec.SecretKeySpec

import com.nimbusds.jose.crypto.impl.ECDSA
import com.nimbusds.jose.jwk.{Curve, ECKey, JWKSet, OctetKeyPair, RSAKey}
import com.nimbusds.jose.util.Base64URL

/** Tokens as an attacker makes them, too: header and claims are whatever text a test says, the signature by
  * the JDK.
  */
object Tokens:
  val rsa: KeyPair = KeyPairGenerator.getInstance("RSA").generateKeyPair()
  val shortRsa: KeyPair =
    val generator = KeyPairGenerator.getInstance("RSA")
    generator.initialize(1024)
    generator.generateKeyPair()
  val ec: KeyPair =
    val generator = KeyPairGenerator.getInstance("EC")
    generator.initialize(ECGenParameterSpec("secp256r1"))
    generator.generateKeyPair()
  val ed: KeyPair = KeyPairGenerator.getInstance("Ed25519").generateKeyPair()

  def rsaJwk(pair: KeyPair, kid: String): RSAKey =
    pair.getPublic match
      case key: RSAPublicKey => RSAKey.Builder(key).keyID(kid).build()
      case other => throw IllegalArgumentException(s"$other")
  def ecJwk: ECKey =
    ec.getPublic match
      case key: ECPublicKey => ECKey.Builder(Curve.P_256, key).keyID("ec").build()
      case other => throw IllegalArgumentException(s"$other")
  def edJwk: OctetKeyPair =
    // the key is the end of its X.509 form
    OctetKeyPair.Builder(
      Curve.Ed25519,
      Base64URL.encode(ed.getPublic.getEncoded.takeRight(32))
    ).keyID("ed").build()

  def set: JWKSet = JWKSet(java.util.List.of(rsaJwk(rsa, "rsa"), ecJwk, edJwk, rsaJwk(shortRsa, "short")))

  def encoded(text: String): String = Base64.getUrlEncoder.withoutPadding.encodeToString(text.getBytes(UTF_8))
  private def encoded(bytes: Array[Byte]): String = Base64.getUrlEncoder.withoutPadding.encodeToString(bytes)

  def hmac(key: Array[Byte])(header: String, claims: String): String =
    val input = s"${encoded(header)}.${encoded(claims)}"
    val mac = Mac.getInstance("HmacSHA256")
    mac.init(SecretKeySpec(key, "HmacSHA256"))
    s"$input.${encoded(mac.doFinal(input.getBytes(UTF_8)))}"

  def rs256(header: String, claims: String, pair: KeyPair = rsa): String =
    signed("SHA256withRSA", pair, header, claims)(identity)
  def es256(header: String, claims: String): String =
    signed("SHA256withECDSA", ec, header, claims)(ECDSA.transcodeSignatureToConcat(_, 64))
  def eddsa(header: String, claims: String): String = signed("Ed25519", ed, header, claims)(identity)

  private def signed(
      algorithm: String,
      pair: KeyPair,
      header: String,
      claims: String
  )(form: Array[Byte] => Array[Byte]) =
    val input = s"${encoded(header)}.${encoded(claims)}"
    val signature = Signature.getInstance(algorithm)
    signature.initSign(pair.getPrivate)
    signature.update(input.getBytes(UTF_8))
    s"$input.${encoded(form(signature.sign()))}"
end Tokens
