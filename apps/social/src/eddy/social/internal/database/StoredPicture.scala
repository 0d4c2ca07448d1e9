package eddy.social.internal.database

import java.time.Instant

/** A picture as the database has it.
  *
  * @param author the id of the user
  * @param name the author's name
  * @param likes how many users like it; see [[LikeStore]]
  * @param rev ascends with each change of `likes`
  * @param width as it is shown, of the picture that was sent
  */
private[social] final case class StoredPicture(
    id: String,
    author: String,
    name: String,
    width: Int,
    height: Int,
    at: Instant,
    likes: Long = 0,
    rev: Long = 0
)
