package eddy.web.internal

import eddy.web.internal.MessageAssembler.Outcome

import io.netty.buffer.ByteBuf
import io.netty.handler.codec.http.websocketx.{ContinuationWebSocketFrame, TextWebSocketFrame, WebSocketFrame}

/** A received message; still compressed when it says so. */
private[eddy] final class Message(val isText: Boolean, val compressed: Boolean, val bytes: Array[Byte])

/** Puts the frames of a message together (RFC 6455, section 5.4) and checks what Netty's decoder leaves to
  * extensions. On the I/O thread.
  */
private[eddy] final class MessageAssembler(maxBytes: Int, deflates: Boolean):
  private var isText = false
  private var compressed = false
  private var body = BodyBuffer(maxBytes)
  private var text = Utf8Check()

  def add(frame: WebSocketFrame): Message | Outcome =
    val continues = frame.isInstanceOf[ContinuationWebSocketFrame]
    val rsv1 = (frame.rsv & 4) != 0
    if (frame.rsv & 3) != 0 || rsv1 && (continues || !deflates) then Outcome.Protocol
    else
      if !continues then
        isText = frame.isInstanceOf[TextWebSocketFrame]
        compressed = rsv1
      val whole = !continues && frame.isFinalFragment
      if whole then finish(bytesOf(frame.content)) else addFragment(frame)

  private def addFragment(frame: WebSocketFrame): Message | Outcome =
    val bytes = bytesOf(frame.content.duplicate)
    if !body.append(frame.content) then Outcome.TooLarge
    else if isText && !compressed && !text.append(bytes, 0, bytes.length) then Outcome.NotUtf8
    else if !frame.isFinalFragment then Outcome.More
    else
      val complete = body.toArray
      val sound = text.isComplete
      body = BodyBuffer(maxBytes)
      text = Utf8Check()
      if isText && !compressed && !sound then Outcome.NotUtf8 else Message(isText, compressed, complete)

  private def finish(bytes: Array[Byte]): Message | Outcome =
    if bytes.length > maxBytes then Outcome.TooLarge
    else if isText && !compressed && !Utf8Check.isText(bytes) then Outcome.NotUtf8
    else Message(isText, compressed, bytes)

  private def bytesOf(content: ByteBuf): Array[Byte] =
    val bytes = new Array[Byte](content.readableBytes)
    val _ = content.readBytes(bytes)
    bytes
end MessageAssembler

private[eddy] object MessageAssembler:
  enum Outcome derives CanEqual:
    case More, Protocol, TooLarge, NotUtf8
