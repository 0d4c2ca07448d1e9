package eddy.push

import java.nio.charset.StandardCharsets.UTF_8

/** One JSON value as it goes over the wire: UTF-8, never taken apart on the way. Immutable: do not change the array.
  * Whoever makes one vouches for its being JSON; what clients send is checked when it is read.
  */
final class Json(private[eddy] val bytes: Array[Byte]):
  def length: Int = bytes.length
  def isEmpty: Boolean = bytes.length == 0
  override def equals(other: Any): Boolean = other match
    case that: Json => java.util.Arrays.equals(bytes, that.bytes)
    case _ => false
  override def hashCode: Int = java.util.Arrays.hashCode(bytes)

  /** Its text. */
  override def toString: String = String(bytes, UTF_8)
end Json

object Json:
  given CanEqual[Json, Json] = CanEqual.derived

  /** No value: what is absent, not `null`. */
  val none: Json = new Json(Array.emptyByteArray)

  def apply(text: String): Json = new Json(text.getBytes(UTF_8))
