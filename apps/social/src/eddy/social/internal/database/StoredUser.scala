package eddy.social.internal.database

import java.time.Instant

/** A user as the database has it.
  *
  * @param name as the user wrote it
  * @param nameKey the same for all names that count as equal
  * @param look the same for all names that look alike
  */
private[social] final case class StoredUser(
    id: String,
    name: String,
    nameKey: String,
    look: String,
    state: UserState,
    at: Instant,
    hash: Option[String] = None
)

private[social] enum UserState(val word: String) derives CanEqual:
  /** The name is taken, and the sign-up has not ended. */
  case Reserved extends UserState("reserved")
  case Active extends UserState("active")

private[social] object UserState:
  def of(word: String): UserState = values.find(_.word == word).getOrElse:
    throw IllegalStateException(s"a user has the state \"$word\", which this version does not know")
