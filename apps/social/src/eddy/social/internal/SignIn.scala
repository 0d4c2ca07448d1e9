package eddy.social.internal

import eddy.social.SocialConfig
import eddy.social.internal.database.{SessionStore, StoredSession, UserState, UserStore}

import java.time.InstantSource
import scala.concurrent.{ExecutionContext, Future}

/** Makes sessions. A wrong password and a name that nobody has get the same answer, after the same work. */
private[social] final class SignIn(
    config: SocialConfig,
    users: UserStore,
    sessions: SessionStore,
    pools: Pools,
    clock: InstantSource
)(using ExecutionContext):
  /** The session, and the token of the client. Fails with a [[Refusal]] if name or password are wrong. */
  def apply(name: String, password: String): Future[(StoredSession, String)] =
    for
      found <- users.byKey(UserName.keyOf(name))
      user = found.filter(_.state == UserState.Active)
      hash = user.flatMap(_.hash).getOrElse(Passwords.OfNobody)
      matches <- pools.passwords.call(Passwords.matches(password, hash))
      session <- user.filter(_ => matches).fold(rejected)(user => begin(user.id, user.name))
    yield session

  private def begin(user: String, name: String): Future[(StoredSession, String)] =
    val token = SessionTokens.next()
    val now = clock.instant
    val session =
      StoredSession(SessionTokens.idOf(token), user, name, now, now.plusMillis(config.sessionFor.toMillis))
    sessions.add(session).map(_ => (session, token))

  private def rejected: Future[Nothing] =
    Future.failed(Refusal(Problem(401, "The name or the password is wrong.")))
end SignIn
