package eddy.web.jwt

import com.nimbusds.jose.JWSAlgorithm

/** How a token is signed (RFC 7518, RFC 8037). There is no `none`. */
enum JwtAlgorithm(private[jwt] val name: JWSAlgorithm) derives CanEqual:
  /** HMAC-SHA256: a holder of the key for verification can also sign. */
  case HS256 extends JwtAlgorithm(JWSAlgorithm.HS256)

  /** RSA (PKCS#1 v1.5) with SHA-256; keys of at least 2048 bits. */
  case RS256 extends JwtAlgorithm(JWSAlgorithm.RS256)

  /** ECDSA on P-256 with SHA-256. */
  case ES256 extends JwtAlgorithm(JWSAlgorithm.ES256)

  /** Ed25519. */
  case EdDSA extends JwtAlgorithm(JWSAlgorithm.EdDSA)
end JwtAlgorithm
