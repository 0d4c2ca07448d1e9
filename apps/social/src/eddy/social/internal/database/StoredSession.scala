package eddy.social.internal.database

import java.time.Instant

/** A session as the database has it.
  *
  * @param id the hash of the token that the client has: a reader of the database cannot use the session
  * @param user the id of the user
  */
private[social] final case class StoredSession(
    id: String,
    user: String,
    name: String,
    at: Instant,
    expires: Instant
)
