package eddy.social.internal

import eddy.social.SocialConfig
import eddy.social.internal.database.{StoredUser, UserState, UserStore}

import java.time.InstantSource
import scala.concurrent.{ExecutionContext, Future}

/** Makes users. The name is reserved by one insert before the password is hashed: a request for a name that
  * is taken costs no hash, and of several at the same time, on any nodes, one gets the name.
  */
private[social] final class SignUp(
    config: SocialConfig,
    users: UserStore,
    pools: Pools,
    ids: Ids,
    clock: InstantSource
)(using ExecutionContext):

  /** The new user. Fails with a [[Refusal]] if the name is taken. */
  def apply(name: UserName, password: String): Future[StoredUser] =
    val user = StoredUser(ids.next(), name.text, name.key, name.look, UserState.Reserved, clock.instant)
    for
      isReserved <- reserve(user)
      _ <- if isReserved then Future.unit else taken
      hash <- hashed(user, password)
      isActive <- users.activate(user.id, hash)
      // it took so long that somebody else was given the name
      _ <- if isActive then Future.unit else taken
    yield user

  /** Takes the name, also from a sign-up whose node has died. */
  private def reserve(user: StoredUser): Future[Boolean] =
    users.reserve(user).flatMap:
      case true => Future.successful(true)
      case false =>
        users.releaseOlder(user.look, clock.instant.minusMillis(config.reservedFor.toMillis)).flatMap:
          case true => users.reserve(user)
          case false => Future.successful(false)

  /** If there is no hash, the name is free again. */
  private def hashed(user: StoredUser, password: String): Future[String] =
    pools.passwords.call(Passwords.hash(password)).recoverWith:
      case failure => users.release(user.id).transformWith(_ => Future.failed(failure))

  private def taken: Future[Nothing] =
    Future.failed(Refusal(Problem(409, "Username exists!", Some(SignUp.Username))))
end SignUp

private[social] object SignUp:
  val Username = "username"
  val Password = "password"
