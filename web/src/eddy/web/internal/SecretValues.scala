package eddy.web.internal

import java.net.URLDecoder
import java.nio.charset.StandardCharsets.UTF_8

/** Masks the values of secret parameters in what log and traces show of addresses. Any thread.
  *
  * @param further names beside [[SecretValues.Names]]; capitals do not matter
  */
private[eddy] final class SecretValues(further: Set[String]):
  import SecretValues.*
  private val names: Set[String] = (Names ++ further).map(spelling)

  /** Capitals, hyphens and underscores do not matter. */
  def isSecret(name: String): Boolean =
    val plain = spelling(name)
    names(plain) || Endings.exists(plain.endsWith) || Parts.exists(plain.contains)

  /** The target of a request, or an address, with `REDACTED` for the values of secret parameters in its query
    * and its fragment, and for a password before its host. A value that is itself an address with such a
    * parameter is masked as a whole.
    */
  def masked(text: String): String =
    if text.length <= MostShown then masked(text, Depth)
    else s"${masked(text.substring(0, MostShown), Depth)}..."

  private def masked(text: String, depth: Int): String =
    val isPlain = text.indexOf('=') < 0 && text.indexOf('@') < 0 && text.indexOf('%') < 0
    if isPlain then text else withoutLogin(pieces.replaceAllIn(text, m => quote(piece(m.matched.nn, depth))))

  private def piece(piece: String, depth: Int): String =
    val equals = piece.indexOf('=')
    if equals < 0 then piece
    else
      val value = piece.substring(equals + 1)
      if isNamed(piece.substring(0, equals)) || isAddressWithSecret(value, depth) then
        s"${piece.substring(0, equals)}=$Mask"
      else piece

  /** A value that is encoded more often than `depth` counts as secret: somebody hides it. */
  private def isAddressWithSecret(value: String, depth: Int): Boolean =
    val plain = decoded(value)
    plain != value &&
    (depth == 0 || masked(plain, depth - 1) != plain || isAddressWithSecret(plain, depth - 1))

  /** Some servers know `user[token]`, `token[]` and `filter.token`, too. */
  private[web] def isNamed(encoded: String): Boolean =
    decoded(encoded).split("[\\[\\].]").exists(part => isSecret(part.strip))
end SecretValues

private[eddy] object SecretValues:
  val Mask = "REDACTED"

  /** The names whose values are never shown. Those with capitals are of stores in the cloud. */
  val Names: Set[String] = Set(
    "id_token_hint",
    "csrf",
    "_csrf",
    "key",
    "pass",
    "client_assertion",
    "assertion",
    "auth",
    "authorization",
    "bearer",
    "code",
    "code_verifier",
    "auth_code",
    "otp_code",
    "device_code",
    "user_code",
    "verification_code",
    "otp",
    "pin",
    "ticket",
    "jwt",
    "samlrequest",
    "samlresponse",
    "relaystate",
    "session",
    "sessionid",
    "session_id",
    "sid",
    "jsessionid",
    "phpsessid",
    "AWSAccessKeyId"
  )

  /** So are names that end like this. */
  private val Endings = Set(
    "token",
    "apikey",
    "accesskey",
    "secretkey",
    "privatekey",
    "authkey",
    "sessionkey",
    "encryptionkey",
    "signingkey",
    "hexkey",
    "signature",
    "sig",
    "credential",
    "credentials",
    "pwd",
    "passcode"
  )

  /** And names that contain this. */
  private val Parts = Set("password", "passwd", "passphrase", "secret")

  /** How often a value may be encoded within a value. Each level may double the work. */
  private val Depth = 3

  /** Characters of an address that are looked at and shown. */
  private val MostShown = 4096

  private def spelling(name: String): String = Tokens.lower(name).filter(c => c != '_' && c != '-')

  /** The text between the signs that separate parameters, in paths (;), queries and fragments. */
  private val pieces = "[^?&;#]+".r
  private val authorities = "(?<=://)[^/?#]++".r

  /** A regular expression for the whole would look at a text without `@` again from each of its colons. */
  private[web] def withoutLogin(text: String): String = authorities.replaceAllIn(
    text,
    found =>
      val authority = found.matched.nn
      val end = authority.lastIndexOf('@')
      val colon = authority.indexOf(':')
      quote(
        if colon < 0 || colon > end then authority
        else s"${authority.substring(0, colon)}:$Mask${authority.substring(end)}"
      )
  )

  private def quote(text: String): String = java.util.regex.Matcher.quoteReplacement(text)

  private val brokenEscape = "%(?![0-9A-Fa-f]{2})".r

  /** A broken escape stands for itself: it does not hide the others. */
  private[internal] def decoded(text: String): String =
    URLDecoder.decode(brokenEscape.replaceAllIn(text, "%25"), UTF_8)
end SecretValues
