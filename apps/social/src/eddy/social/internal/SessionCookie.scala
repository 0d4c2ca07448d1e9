package eddy.social.internal

import eddy.web.{Cookie, Peer, Request}

import scala.concurrent.duration.{Duration, DurationInt, FiniteDuration}

/** The cookie with the token of a session. */
private[social] object SessionCookie:
  private val cookie = new TokenCookie("social")

  def of(request: Request): Option[String] = cookie.of(request)

  def make(request: Request, token: String, lasting: FiniteDuration): Cookie =
    cookie.make(request, token, lasting)

  /** Removes it. */
  def clear(request: Request): Cookie = make(request, "", Duration.Zero)
end SessionCookie

/** The cookie by which a device is known that has signed in before. It outlives the sessions. */
private[social] object DeviceCookie:
  val Lasting: FiniteDuration = 365.days
  private val cookie = new TokenCookie("social-device")

  def of(request: Request): Option[String] = cookie.of(request)
  def make(request: Request, token: String): Cookie = cookie.make(request, token, Lasting)

/** A cookie with a secret of the client. Over TLS its name begins with `__Host-`, which other hosts of the
  * same site cannot set.
  */
private final class TokenCookie(name: String):
  def of(request: Request): Option[String] = request.cookie(nameFor(request))

  def make(request: Request, token: String, lasting: FiniteDuration): Cookie =
    Cookie(nameFor(request), token, maxAge = lasting, secure = isSecure(request))

  private def nameFor(request: Request) = if isSecure(request) then s"__Host-$name" else name

  private def isSecure(request: Request) = Peer.of(request).isSecure
end TokenCookie
