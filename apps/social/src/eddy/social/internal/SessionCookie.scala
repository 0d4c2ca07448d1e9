package eddy.social.internal

import eddy.web.{Cookie, Peer, Request}

import scala.concurrent.duration.{Duration, FiniteDuration}

/** The cookie with the token of a session. Over TLS its name begins with `__Host-`, which other hosts of the
  * same site cannot set.
  */
private[social] object SessionCookie:
  def of(request: Request): Option[String] = request.cookie(nameFor(request))

  def make(request: Request, token: String, lasting: FiniteDuration): Cookie =
    Cookie(nameFor(request), token, maxAge = lasting, secure = isSecure(request))

  /** Removes it. */
  def clear(request: Request): Cookie = make(request, "", Duration.Zero)

  private def nameFor(request: Request) = if isSecure(request) then "__Host-social" else "social"

  private def isSecure(request: Request) = Peer.of(request).isSecure
end SessionCookie
