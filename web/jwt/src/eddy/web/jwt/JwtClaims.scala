package eddy.web.jwt

import eddy.state.Pure

import java.time.Instant
import scala.jdk.CollectionConverters.given

import com.github.plokhotnyuk.jsoniter_scala.core.{JsonValueCodec, readFromArray}
import com.nimbusds.jwt.JWTClaimsSet

/** What a verified token says (RFC 7519, section 4). Immutable. */
@Pure
final class JwtClaims private[jwt] (set: JWTClaimsSet, payload: Array[Byte]):
  def issuer: Option[String] = Option(set.getIssuer)
  def subject: Option[String] = Option(set.getSubject)
  def audience: Seq[String] = set.getAudience.asScala.toSeq
  def expiresAt: Instant = set.getExpirationTime.toInstant
  def id: Option[String] = Option(set.getJWTID)

  /** The words of `scope` (RFC 8693, section 4.2). */
  def scopes: Set[String] = text("scope").toSet.flatMap(_.split(' ')).filter(_.nonEmpty)

  /** A claim that is a text. */
  def text(name: String): Option[String] = set.getClaim(name) match
    case text: String => Some(text)
    case _ => None

  /** All claims as a value.
    * @throws com.github.plokhotnyuk.jsoniter_scala.core.JsonReaderException when they do not fit the type
    */
  def as[A](using JsonValueCodec[A]): A = readFromArray(payload)

  /** The claims as JSON. */
  override def toString: String = set.toString
end JwtClaims
