package eddy.push.redis.internal

import eddy.push.internal.MessageCodec
import eddy.push.{Message, Position, Publication}

import java.nio.charset.StandardCharsets.ISO_8859_1

/** What goes through Pub/Sub: `offset epoch message`, the message as bytes of [[MessageCodec]]; offset 0 with epoch - where no history is
  * kept. The message is taken apart only when it is delivered.
  */
private[redis] final class Payload private (val position: Position, bytes: Array[Byte], from: Int):
  def length: Int = bytes.length

  /** @throws Exception when it is no message */
  def message: Message = MessageCodec.decode(java.util.Arrays.copyOfRange(bytes, from, bytes.length).nn)

private[redis] object Payload:
  private final val LongestHead = 64

  /** Null when it has no head, hence is not from Eddy. */
  def read(bytes: Array[Byte]): Payload | Null =
    val first = indexOf(bytes, 0)
    val second = if first > 0 then indexOf(bytes, first + 1) else -1
    if second < 0 then null
    else
      val offset = String(bytes, 0, first, ISO_8859_1).toLongOption.getOrElse(-1L)
      if offset < 0 then null
      else if offset == 0 then Payload(Publication.Unplaced, bytes, second + 1)
      else
        Payload(Position(offset, String(bytes, first + 1, second - first - 1, ISO_8859_1)), bytes, second + 1)

  private def indexOf(bytes: Array[Byte], from: Int): Int =
    var i = from
    val end = math.min(bytes.length, LongestHead)
    while i < end && bytes(i) != ' ' do i += 1
    if i < end then i else -1
end Payload
