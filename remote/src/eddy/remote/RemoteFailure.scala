package eddy.remote

/** An exception of another node, as [[eddy.actor.ExitReason.Failed]] and
  * [[eddy.actor.AskedFailedException]] have it: its class does not have to exist here. `getMessage` is that
  * of the original.
  *
  * @param className of the original
  * @param frames the first frames of its stack, as text
  */
final class RemoteFailure private[remote] (
    val className: String,
    message: String | Null,
    val frames: Vector[String],
    cause: RemoteFailure | Null
) extends RuntimeException(message, cause, false, false):
  override def toString: String = if message == null then className else s"$className: $message"
