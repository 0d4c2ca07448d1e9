package eddy.social.internal

import eddy.social.SocialConfig
import eddy.social.internal.database.{
  DeviceStore,
  SessionStore,
  StoredDevice,
  StoredSession,
  StoredUser,
  UserState,
  UserStore
}

import java.time.InstantSource
import scala.concurrent.duration.FiniteDuration
import scala.concurrent.{ExecutionContext, Future}

/** Makes sessions. A wrong password and a name that nobody has get the same answer, after the same work. */
private[social] final class SignIn(
    config: SocialConfig,
    users: UserStore,
    sessions: SessionStore,
    devices: DeviceStore,
    pools: Pools,
    clock: InstantSource
)(using ExecutionContext):
  import SignIn.*

  private val limits = new SignInLimits(config)

  /** Fails with a [[Refusal]] if name or password are wrong, or after too many requests.
    *
    * @param address the key of the client's address
    * @param deviceToken the token of the client's device, if it has one
    */
  def apply(
      name: String,
      password: String,
      address: String,
      deviceToken: Option[String]
  ): Future[SignedInAs] =
    val nameKey = UserName.keyOf(name)
    for
      device <- known(nameKey, deviceToken)
      _ <- limits.take(address, nameKey, device.map(_.id)).fold(Future.unit)(refused)
      found <- users.byKey(nameKey)
      user = found.filter(_.state == UserState.Active)
      hash = user.flatMap(_.hash).getOrElse(Passwords.OfNobody)
      matches <- pools.passwords.call(Passwords.matches(password, hash))
      session <- user.filter(_ => matches).fold(rejected)(begin(_, device.flatMap(_ => deviceToken)))
    yield session

  /** The client's device, if somebody has signed in with it by this name. */
  private def known(nameKey: String, token: Option[String]): Future[Option[StoredDevice]] = token match
    case None => Future.successful(None)
    case Some(token) =>
      devices.find(SessionTokens.idOf(token), clock.instant).map(_.filter(_.nameKey == nameKey))

  private def begin(user: StoredUser, knownDevice: Option[String]): Future[SignedInAs] =
    val token = SessionTokens.next()
    val now = clock.instant
    val expires = now.plusMillis(config.sessionFor.toMillis)
    val session = StoredSession(SessionTokens.idOf(token), user.id, user.name, now, expires)
    for
      _ <- sessions.add(session, config.maxSessions)
      device <- knownDevice.fold(addDevice(user))(Future.successful)
    yield SignedInAs(session, token, device)

  private def addDevice(user: StoredUser): Future[String] =
    val token = SessionTokens.next()
    val now = clock.instant
    val expires = now.plusMillis(DeviceCookie.Lasting.toMillis)
    devices.add(StoredDevice(SessionTokens.idOf(token), user.id, user.nameKey, now, expires)).map(_ => token)

  private def refused(wait: FiniteDuration): Future[Unit] = Future.failed(Refusal(Problem.tooOften(wait)))

  private def rejected: Future[Nothing] =
    Future.failed(Refusal(Problem(401, "The name or the password is wrong.")))
end SignIn

private[social] object SignIn:
  /** @param token of the session
    * @param device the token of the device
    */
  final case class SignedInAs(session: StoredSession, token: String, device: String)
