package eddy.push

import eddy.push.internal.JsonFaults

import java.nio.charset.StandardCharsets.UTF_8

import com.github.plokhotnyuk.jsoniter_scala.core.{
  JsonReaderException,
  JsonValueCodec,
  ReaderConfig,
  readFromArray,
  writeToArray
}

/** One JSON value as it goes over the wire: UTF-8, never taken apart on the way. Immutable: do not change the
  * array. Its creator vouches for its being JSON; texts from clients are checked when they are read.
  */
final class Json(private[eddy] val bytes: Array[Byte]):
  def length: Int = bytes.length
  def isEmpty: Boolean = bytes.length == 0

  /** Its value, as an `A`. When a hook of [[Hooks]] throws this exception, its client gets 107 and the place,
    * and it is not reported.
    *
    * @throws JsonDataException when it is not an `A`; the message says where and why
    */
  def as[A](using JsonValueCodec[A]): A =
    try readFromArray[A](bytes, Json.reader)
    catch case wrong: JsonReaderException => throw JsonDataException(JsonFaults.text(wrong))

  override def equals(other: Any): Boolean = other match
    case that: Json => java.util.Arrays.equals(bytes, that.bytes)
    case _ => false
  override def hashCode: Int = java.util.Arrays.hashCode(bytes)

  /** Its text. */
  override def toString: String = String(bytes, UTF_8)
end Json

object Json:
  given CanEqual[Json, Json] = CanEqual.derived

  /** No value: absent, not `null`. */
  val none: Json = new Json(Array.emptyByteArray)

  def apply(text: String): Json = new Json(text.getBytes(UTF_8))

  def of[A](value: A)(using JsonValueCodec[A]): Json = new Json(writeToArray(value))

  private val reader = ReaderConfig.withAppendHexDumpToParseException(false)
end Json

/** JSON that is not all that was expected: where, and why. */
final class JsonDataException(place: String) extends Exception(place, null, false, false)
