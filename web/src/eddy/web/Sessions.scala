package eddy.web

import eddy.web.internal.{SessionCodec, SessionCookie}

import java.time.InstantSource
import scala.concurrent.duration.{DurationInt, FiniteDuration}

/** A filter that gives its routes a [[Session]] for each browser ([[Request.session]]), kept in a cookie that only this service can have
  * written: signed with HMAC-SHA256 or, `encrypted`, sealed with AES-256-GCM. The server keeps nothing, so any process with the
  * same key reads it; and a copy of a cookie works until it expires, even after a logout.
  *
  * What is forged, expired or not readable is a new, empty session. Cookies are for scripts neither to read nor to change
  * (HttpOnly), and do not come along with requests that other sites cause (SameSite=Lax).
  *
  * @param key signs
  * @param oldKeys are still read; what they signed is signed anew. To change the key put the old one here for `lifetime`
  * @param cookie its name. Take one that begins with `__Host-` where all comes over TLS: browsers refuse it unless it came from this
  *   very host over TLS, so that other hosts of the same site cannot put a session of theirs in
  * @param encrypted whether the browser's user must not read it either; up to 2^32 cookies for one key
  * @param idleTimeout ends a session that is not used
  * @param lifetime ends any session, from its first value on
  * @param persistent whether it stays when the browser is closed
  * @param secure whether the cookie is only for TLS; `None` means: when the request came so ([[Peer]])
  * @param clock what time it is
  */
final class Sessions(
    key: Secret,
    oldKeys: Seq[Secret] = Nil,
    cookie: String = "session",
    encrypted: Boolean = false,
    idleTimeout: FiniteDuration = 2.hours,
    lifetime: FiniteDuration = 12.hours,
    persistent: Boolean = false,
    secure: Option[Boolean] = None,
    sameSite: SameSite = SameSite.Lax,
    clock: InstantSource = InstantSource.system
) extends Filter:
  internal.Checks.positive("idleTimeout", idleTimeout)
  require(
    lifetime >= idleTimeout,
    s"lifetime = $lifetime: must not be shorter than idleTimeout = $idleTimeout"
  )
  private val codec = SessionCodec(key +: oldKeys, cookie, encrypted)
  private val shape = Cookie(
    cookie,
    "",
    maxAge = if persistent then idleTimeout else null,
    secure = secure.getOrElse(cookie.startsWith("__") || sameSite == SameSite.None),
    sameSite = sameSite
  )

  def apply(request: Request, response: Response): Unit =
    val now = clock.instant.getEpochSecond
    // another host of the site may have set one of the same name, and it may come first
    val sent = request.cookies.collect { case (`cookie`, value) => value }
    val read = sent.iterator.flatMap(codec.read).find(isAlive(_, now))
    val session = Session(read.fold(Map.empty)(_.values), read.fold(now)(_.createdSeconds), check)
    request.set(Session.key, session)
    response.onOwnHead: head =>
      session.isClosed = true
      if session.isUsed then
        head.add("Vary", "Cookie")
        if head.header("Cache-Control").isEmpty then head.set("Cache-Control", "private, no-cache")
        if head.status < 500 then
          write(request, session, read, sent.nonEmpty, now).foreach(c => head.add("Set-Cookie", c.render))
  end apply

  private def isAlive(read: SessionCookie, now: Long) =
    now - read.usedSeconds < idleTimeout.toSeconds && now - read.createdSeconds < lifetime.toSeconds

  private def write(
      request: Request,
      session: Session,
      read: Option[SessionCookie],
      wasSent: Boolean,
      now: Long
  ): Option[Cookie] =
    val plain = shape.copy(secure = shape.secure || secure.isEmpty && Peer.of(request).isSecure)
    // not each time: a cookie costs bytes, and only every eighth of its time matters
    def isDue = read.exists(r => r.isOld || now - r.usedSeconds >= idleTimeout.toSeconds / 8)
    if session.now.isEmpty then
      Option.when(session.isChanged || wasSent && read.isEmpty)(plain.copy(maxAge = 0.seconds))
    else if session.isChanged || session.isRenewed || isDue then
      val created = if session.isNew then now else session.createdSeconds
      Some(plain.copy(value = codec.write(SessionCookie(session.now, created, now))))
    else None

  private def check(values: Map[String, String]): Unit =
    val bytes = cookie.length + codec.sizeOf(values) + Sessions.Attributes
    require(
      bytes <= Sessions.MaxBytes,
      s"the session would be a cookie of $bytes bytes, and browsers keep ${Sessions.MaxBytes}: keep an id in it, and the rest at the server"
    )

  override private[eddy] def code: Seq[AnyRef] = Nil
end Sessions

object Sessions:
  private val MaxBytes = 4096
  private val Attributes = 96
