package eddy.web

import eddy.state.Pure
import eddy.web.internal.SharedFrame

import java.nio.charset.StandardCharsets.UTF_8

import io.netty.buffer.ByteBuf

/** A message for many WebSockets ([[MessageSocket]]): encoded once, compressed at most once, its bytes shared
  * by all that it is sent to. Immutable; any thread may send it, as often as wanted.
  */
@Pure
final class PreparedMessage private (private[eddy] val isText: Boolean, content: Array[Byte]):
  private val plain = SharedFrame(isText, compressed = false, content)

  /** As compression by the first socket that has agreed to it leaves it; plain when that makes it no shorter.
    */
  private lazy val deflated: SharedFrame = plain.deflated(isText)

  /** Its length before compression, which is what counts against `maxBufferedBytes` of each socket. */
  val sizeBytes: Int = content.length

  /** Its frame: the same object for all sockets that compress, and for all that do not. */
  private[eddy] def shared(compressed: Boolean): SharedFrame = if compressed then deflated else plain

  /** Its frame, to be written to one socket or released. */
  private[eddy] def frame(compressed: Boolean): ByteBuf = shared(compressed).duplicate()

  private[eddy] def uncompressed: SharedFrame = plain

  /** Its content, for receivers that cannot share its frame. */
  private[eddy] def bytes: Array[Byte] = plain.content
end PreparedMessage

@Pure
object PreparedMessage:
  def text(text: String): PreparedMessage = new PreparedMessage(isText = true, text.getBytes(UTF_8))

  /** A text that is encoded already; the array is copied. */
  private[eddy] def utf8(bytes: Array[Byte]): PreparedMessage = new PreparedMessage(isText = true, bytes)

  /** The array is copied. */
  def binary(bytes: Array[Byte]): PreparedMessage = new PreparedMessage(isText = false, bytes)
