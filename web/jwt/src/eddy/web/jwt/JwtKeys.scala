package eddy.web.jwt

import eddy.web.Secret
import eddy.web.jwt.internal.KeySources

import java.net.URI
import java.nio.file.Path
import scala.concurrent.duration.{DurationInt, FiniteDuration}

import com.nimbusds.jose.jwk.source.JWKSource
import com.nimbusds.jose.jwk.{JWKSet, OctetSequenceKey}
import com.nimbusds.jose.proc.SecurityContext

/** Where the keys come from that tokens are verified with. Any thread.
  * @param mayWait for a server or a disk
  */
final class JwtKeys private (
    private[jwt] val source: JWKSource[SecurityContext],
    private[jwt] val mayWait: Boolean
)

object JwtKeys:
  /** One secret, shared with who signs: [[JwtAlgorithm.HS256]]. */
  def secret(secret: Secret): JwtKeys =
    new JwtKeys(KeySources.fixed(JWKSet(OctetSequenceKey.Builder(secret.bytes).build())), mayWait = false)

  /** A JSON Web Key Set (RFC 7517), such as `{"keys":[…]}`.
    * @throws IllegalArgumentException when it is not a key set
    */
  def json(text: String): JwtKeys =
    new JwtKeys(KeySources.fixed(KeySources.parse(text, "the text given")), mayWait = false)

  /** A key set in a file: read when first needed, when it is older than `maxAge`, and when a token names a
    * key that is not in it; at most twice in 30 seconds, so that made-up names do not have it read more.
    */
  def file(path: Path, maxAge: FiniteDuration = 5.minutes): JwtKeys =
    new JwtKeys(KeySources.file(path, maxAge), mayWait = true)

  /** A key set of the service that signs. It is fetched when first needed, when it is older than `maxAge`,
    * and when a token names a key that is not in it; at most twice in 30 seconds, so that made-up names do
    * not make it fetch more. When the other service is down, the last set is used for up to four hours.
    * Fetching blocks the request that needs it, for at most some seconds; no locks are held meanwhile when
    * [[Jwt]] is the first of the application's filters.
    *
    * @param url `https`, or `http` on this machine
    */
  def url(url: String, maxAge: FiniteDuration = 5.minutes): JwtKeys =
    val uri = URI(url)
    val local = Set("127.0.0.1", "localhost", "[::1]")(String.valueOf(uri.getHost))
    require(
      uri.getScheme == "https" || uri.getScheme == "http" && local,
      s"url \"$url\": must be https: an attacker who changes the keys on the way can sign any token"
    )
    new JwtKeys(KeySources.url(uri.toURL, maxAge), mayWait = true)
end JwtKeys
