package libraries

import java.nio.charset.StandardCharsets.UTF_8
import java.util.{Base64, Date}

import at.favre.lib.crypto.bcrypt.BCrypt
import com.auth0.jwt.JWT
import com.auth0.jwt.algorithms.Algorithm
import com.nimbusds.jose.crypto.{MACSigner, MACVerifier}
import com.nimbusds.jose.{JWSAlgorithm, JWSHeader}
import com.nimbusds.jwt.{JWTClaimsSet, SignedJWT}
import com.password4j.Password
import com.webauthn4j.WebAuthnManager
import org.bouncycastle.crypto.digests.SHA3Digest
import org.bouncycastle.crypto.generators.Argon2BytesGenerator
import org.bouncycastle.crypto.params.Argon2Parameters

object Secrets:
  val key: Array[Byte] = Array.fill(32)(1)

object BouncyCastleHandlers:
  val digest: String => String = id =>
    val digest = new SHA3Digest(256)
    val bytes = Users.name(id).getBytes(UTF_8)
    digest.update(bytes, 0, bytes.length)
    val out = new Array[Byte](digest.getDigestSize)
    digest.doFinal(out, 0)
    Base64.getEncoder.encodeToString(out)

  val argon2: String => String = id =>
    val generator = new Argon2BytesGenerator
    generator.init(
      new Argon2Parameters.Builder(Argon2Parameters.ARGON2_id).withIterations(3).withMemoryAsKB(1024)
        .withSalt(id.getBytes(UTF_8)).build()
    )
    val out = new Array[Byte](32)
    generator.generateBytes(Users.name(id).toCharArray, out)
    Base64.getEncoder.encodeToString(out)

object Password4jHandlers:
  val argon2: String => String = id =>
    val hash = Password.hash(Users.name(id)).addRandomSalt().withArgon2().getResult
    if Password.check(Users.name(id), hash).withArgon2() then hash else ""

object BcryptHandlers:
  val hash: String => String = id =>
    val hashed = BCrypt.withDefaults().hashToString(6, Users.name(id).toCharArray)
    if BCrypt.verifyer().verify(id.toCharArray, hashed).verified then hashed else ""

object JavaJwtHandlers:
  private val algorithm = Algorithm.HMAC256(Secrets.key)
  private val verifier = JWT.require(algorithm).withIssuer("users").build()

  val sign: String => String =
    id => JWT.create().withIssuer("users").withSubject(id).withClaim("name", Users.name(id)).sign(algorithm)

  val verify: String => String = token => Users.name(verifier.verify(token).getSubject)

object NimbusHandlers:
  private val signer = new MACSigner(Secrets.key)
  private val verifier = new MACVerifier(Secrets.key)

  val sign: String => String = id =>
    val claims = new JWTClaimsSet.Builder().subject(id).claim("name", Users.name(id))
      .expirationTime(new Date(System.currentTimeMillis + 60_000)).build()
    val token = new SignedJWT(new JWSHeader(JWSAlgorithm.HS256), claims)
    token.sign(signer)
    token.serialize()

  val verify: String => String = text =>
    val token = SignedJWT.parse(text)
    if token.verify(verifier) then Users.name(token.getJWTClaimsSet.getSubject) else ""

object WebAuthnHandlers:
  private val manager = WebAuthnManager.createNonStrictWebAuthnManager()

  val registration: String => String = text =>
    val data = manager.parseRegistrationResponseJSON(text)
    val attestation = data.getAttestationObject
    if attestation == null then "" else Users.name(attestation.getFormat)
