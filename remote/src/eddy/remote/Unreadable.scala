package eddy.remote

/** Why bytes could not be read as a value.
  *
  * @param reason in words, such as "the bytes end within the value"
  * @param path where in the value, by names of fields and cases and by indexes of elements, such as
  *   `Add.lines[3].price`; empty for the value itself
  * @param position of the byte at which the reader stopped, from 0
  */
final case class Unreadable(reason: String, path: String, position: Int) derives CanEqual:
  /** All in one sentence. */
  override def toString: String =
    s"Unreadable at byte $position${if path.isEmpty then "" else s" in $path"}: $reason"

/** A value cannot be written: it is nested too deeply, a string has a surrogate without a partner, or code of
  * the user failed, which is the cause then.
  *
  * @param path where in the value, as in [[Unreadable.path]]
  */
final class UnwritableException private[remote] (
    val reason: String,
    val path: String,
    cause: Throwable | Null
) extends RuntimeException(
      s"cannot be written${if path.isEmpty then "" else s" because of $path"}: $reason",
      cause
    )
