package eddy.social.internal.database

import java.time.Instant

/** A device by which a user has signed in, as the database has it.
  *
  * @param id the hash of the token that the client has
  * @param user the id of the user
  * @param nameKey of the user
  */
private[social] final case class StoredDevice(
    id: String,
    user: String,
    nameKey: String,
    at: Instant,
    expires: Instant
)
