package eddy.web

import eddy.web.internal.Tokens

import scala.concurrent.duration.FiniteDuration

/** How far a cookie travels with requests that other sites cause (RFC 6265bis, section 4.1.2.7). */
enum SameSite derives CanEqual:
  case Strict, Lax, None

/** A cookie to set (RFC 6265, section 4.1). The defaults are the safe ones: scripts cannot read it, other
  * sites cannot send it. `secure` is off only because plain HTTP on loopback would lose the cookie; turn it
  * on behind TLS.
  *
  * @param maxAge how long the browser keeps it; `null` means until it is closed, zero deletes it
  */
final case class Cookie(
    name: String,
    value: String,
    path: String = "/",
    domain: String | Null = null,
    maxAge: FiniteDuration | Null = null,
    httpOnly: Boolean = true,
    secure: Boolean = false,
    sameSite: SameSite = SameSite.Lax
):
  require(
    Tokens.isToken(name),
    s"cookie name \"${Cookie.shown(name)}\": must be a token (letters, digits, - . _)"
  )
  require(
    value.forall(Cookie.isValueChar),
    s"value of cookie $name: only visible ASCII without spaces, quotes, commas, semicolons and backslashes; " +
      "encode anything else, for example as base64url or percent-encoded"
  )
  require(Cookie.isAttribute(path), s"path of cookie $name: must not hold semicolons or control characters")
  require(
    domain == null || Cookie.isAttribute(domain),
    s"domain of cookie $name: must not hold semicolons or control characters"
  )
  require(
    sameSite != SameSite.None || secure,
    s"cookie $name: SameSite=None needs secure = true, browsers drop it otherwise"
  )
  require(
    !name.startsWith("__Host-") || secure && path == "/" && domain == null,
    s"cookie $name: the __Host- prefix needs secure = true, path = \"/\" and no domain"
  )
  require(!name.startsWith("__Secure-") || secure, s"cookie $name: the __Secure- prefix needs secure = true")

  /** The value of the Set-Cookie header. */
  private[eddy] def render: String =
    val attributes = Seq(
      s"$name=$value",
      s"Path=$path",
      if domain == null then "" else s"Domain=$domain",
      if maxAge == null then "" else s"Max-Age=${maxAge.toSeconds}",
      if secure then "Secure" else "",
      if httpOnly then "HttpOnly" else "",
      s"SameSite=$sameSite"
    )
    attributes.filter(_.nonEmpty).mkString("; ")
end Cookie

object Cookie:
  private def isValueChar(c: Char) = c > ' ' && c < 127 && c != '"' && c != ',' && c != ';' && c != '\\'
  private def isAttribute(s: String) = s.nonEmpty && s.forall(c => c >= ' ' && c < 127 && c != ';')
  private def shown(s: String) = s.take(40).map(c => if c >= ' ' && c < 127 then c else '?')
