package eddy.launcher

import eddy.web.Request

import java.nio.charset.StandardCharsets.UTF_8
import java.security.MessageDigest

/** Tokens that operators and scrapers show, as `Authorization: Bearer …`. */
private[launcher] object Bearer:
  /** Takes as long however much of it is right. */
  def shows(request: Request, token: String): Boolean =
    request.header("Authorization").getOrElse("") match
      case Credentials(shown: String) => MessageDigest.isEqual(shown.getBytes(UTF_8), token.getBytes(UTF_8))
      case _ => false

  /** RFC 9110, 11.1 and 11.4: capitals of the scheme do not matter, and there may be several blanks. */
  private val Credentials = "(?i)bearer +([^ ].*)".r
