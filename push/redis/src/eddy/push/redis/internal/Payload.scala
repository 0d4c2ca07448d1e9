package eddy.push.redis.internal

import eddy.push.internal.MessageCodec
import eddy.push.{Position, Publication}

import java.nio.charset.StandardCharsets.ISO_8859_1

/** A message of Pub/Sub: `offset count epoch messages`, the offset that of the first message, the messages as
  * bytes of [[MessageCodec]]; offset 0 with epoch - where no history is kept. The messages are taken apart
  * only when they are delivered.
  */
private[redis] final class Payload private (
    val first: Position,
    val count: Int,
    bytes: Array[Byte],
    from: Int
):
  def length: Int = bytes.length

  /** Whether its messages have positions. */
  def isPlaced: Boolean = first.offset > 0

  /** The position of the last message. */
  def last: Position = place(count - 1)

  /** Its messages, in order.
    * @param after those up to that offset are left out
    * @throws Exception when the bytes are not such a message
    */
  def publications(channel: String, after: Long = 0): Vector[Publication] =
    val all = MessageCodec.split(bytes, from).zipWithIndex.map: (message, i) =>
      Publication(channel, place(i), message)
    if isPlaced then all.dropWhile(_.offset <= after) else all

  private def place(i: Int): Position =
    if isPlaced then first.copy(offset = first.offset + i) else Publication.Unplaced
end Payload

private[redis] object Payload:
  private final val LongestHead = 80

  /** Null when it has no head, hence is not from Eddy. */
  def read(bytes: Array[Byte]): Payload | Null =
    val first = indexOf(bytes, 0)
    val second = if first > 0 then indexOf(bytes, first + 1) else -1
    val third = if second > 0 then indexOf(bytes, second + 1) else -1
    if third < 0 then null
    else
      def word(from: Int, until: Int) = String(bytes, from, until - from, ISO_8859_1)
      val offset = word(0, first).toLongOption.getOrElse(-1L)
      val count = word(first + 1, second).toIntOption.getOrElse(0)
      if offset < 0 || count < 1 then null
      else
        val position =
          if offset == 0 then Publication.Unplaced else Position(offset, word(second + 1, third))
        Payload(position, count, bytes, third + 1)

  private def indexOf(bytes: Array[Byte], from: Int): Int =
    var i = from
    val end = math.min(bytes.length, LongestHead)
    while i < end && bytes(i) != ' ' do i += 1
    if i < end then i else -1
end Payload
