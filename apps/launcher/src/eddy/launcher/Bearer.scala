package eddy.launcher

import eddy.web.Request

import java.nio.charset.StandardCharsets.UTF_8
import java.security.MessageDigest

/** Tokens that operators and scrapers show, as `Authorization: Bearer …`. */
private[launcher] object Bearer:
  /** Takes as long however much of it is right. */
  def shows(request: Request, token: String): Boolean =
    val shown = request.header("Authorization").getOrElse("").stripPrefix("Bearer ")
    MessageDigest.isEqual(shown.getBytes(UTF_8), token.getBytes(UTF_8))
