package eddy.web

import eddy.state.Pure
import eddy.web.internal.{SessionCodec, SessionCookie}

import java.time.InstantSource
import scala.concurrent.duration.{DurationInt, FiniteDuration}

/** A filter with which its routes have a [[Session]] for each browser ([[Request.session]]), kept in a cookie
  * that only this service can have written: signed with HMAC-SHA256 or, `encrypted`, sealed with AES-256-GCM.
  * The server keeps nothing, so any process with the same key reads it; and a copy of a cookie works until it
  * expires, even after a logout.
  *
  * A cookie that is forged, expired or unreadable counts as a new, empty session. Cookies are for scripts
  * neither to read nor to change (HttpOnly), and do not come along with requests that other sites cause
  * (SameSite=Lax).
  *
  * @param key signs
  * @param oldKeys are accepted for reading; a session that one of them signed is signed again with `key`. To
  *   change the key put the old one here for `lifetime`
  * @param cookie its name; `null` stands for `__Host-session` where the cookie is Secure, and `session` in
  *   clear. Browsers take a name that begins with `__Host-` from this very host over TLS only, so that other
  *   hosts of the same site cannot put a session of theirs in
  * @param encrypted whether the browser's user must not read it either; up to 2^32 cookies for one key
  * @param idleTimeout ends a session that is not used
  * @param lifetime ends any session, from its first value on
  * @param persistent whether it stays when the browser is closed
  * @param secure whether the cookie is only for TLS; `None` means: when the request came so ([[Peer]])
  * @param clock what time it is
  */
@Pure
final class Sessions(
    key: Secret,
    oldKeys: Seq[Secret] = Nil,
    cookie: String | Null = null,
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
  private val isAlwaysSecure =
    secure.getOrElse(cookie != null && cookie.startsWith("__") || sameSite == SameSite.None)
  private val overTls = jar("__Host-session", isSecure = true)
  private val inClear = if isAlwaysSecure then overTls else jar("session", isSecure = false)

  private def jar(default: String, isSecure: Boolean): Sessions.Jar =
    val name = if cookie == null then default else cookie
    val maxAge = if persistent then idleTimeout else null
    Sessions.Jar(
      SessionCodec(key +: oldKeys, name, encrypted),
      Cookie(name, "", maxAge = maxAge, secure = isSecure, sameSite = sameSite)
    )

  def apply(request: Request, response: Response): Unit =
    val now = clock.instant.getEpochSecond
    val jar = if secure.isEmpty && Peer.of(request).isSecure then overTls else inClear
    // another host of the site may have set one of the same name, and it may come first
    val sent = request.cookies.collect { case (jar.name, value) => value }
    val read = sent.iterator.flatMap(jar.codec.read).find(isAlive(_, now))
    val session = Session(read.fold(Map.empty)(_.values), read.fold(now)(_.createdSeconds), jar.check)
    request.set(Session.key, session)
    response.onOwnHead: head =>
      session.isClosed = true
      if session.isUsed then
        head.add("Vary", "Cookie")
        if head.header("Cache-Control").isEmpty then head.set("Cache-Control", "private, no-cache")
        if head.status < 500 then
          write(jar, session, read, sent.nonEmpty, now).foreach(c => head.add("Set-Cookie", c.render))
  end apply

  private def isAlive(read: SessionCookie, now: Long) =
    now - read.usedSeconds < idleTimeout.toSeconds && now - read.createdSeconds < lifetime.toSeconds

  private def write(
      jar: Sessions.Jar,
      session: Session,
      read: Option[SessionCookie],
      wasSent: Boolean,
      now: Long
  ): Option[Cookie] =
    // not each time: a cookie costs bytes, and only every eighth of its time matters
    def isDue = read.exists(r => r.isOld || now - r.usedSeconds >= idleTimeout.toSeconds / 8)
    if session.now.isEmpty then
      Option.when(session.isChanged || wasSent && read.isEmpty)(jar.shape.copy(maxAge = 0.seconds))
    else if session.isChanged || session.isRenewed || isDue then
      val created = if session.isNew then now else session.createdSeconds
      Some(jar.shape.copy(value = jar.codec.write(SessionCookie(session.now, created, now))))
    else None

  override private[eddy] def code: Seq[AnyRef] = Nil
end Sessions

object Sessions:
  private val MaxBytes = 4096
  private val Attributes = 96

  /** What the cookie is called, and how it is written. */
  private final class Jar(val codec: SessionCodec, val shape: Cookie):
    val name: String = shape.name

    def check(values: Map[String, String]): Unit =
      val bytes = name.length + codec.sizeOf(values) + Attributes
      require(
        bytes <= MaxBytes,
        s"the session would be a cookie of $bytes bytes, and browsers keep $MaxBytes: keep an id in it, and the rest at the server"
      )
