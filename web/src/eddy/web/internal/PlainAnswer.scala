package eddy.web.internal

import java.nio.charset.StandardCharsets.US_ASCII

import io.netty.buffer.{ByteBuf, ByteBufAllocator, Unpooled}
import io.netty.handler.codec.http.HttpVersion.HTTP_1_1
import io.netty.handler.codec.http.{
  DefaultFullHttpResponse,
  EmptyHttpHeaders,
  HttpHeaders,
  HttpResponseStatus
}

/** A complete answer of a usual type without added headers: an HTTP/1.1 connection writes it into one buffer,
  * and nothing is looked up. Wherever headers are asked for, it has those of any answer.
  */
private[eddy] final class PlainAnswer(
    answered: HttpResponseStatus,
    media: ResponseHeaders.Usual,
    body: Array[Byte]
) extends DefaultFullHttpResponse(
      HTTP_1_1,
      answered,
      Unpooled.wrappedBuffer(body),
      EmptyHttpHeaders.INSTANCE,
      EmptyHttpHeaders.INSTANCE
    ):
  private var made: HttpHeaders | Null = null

  override def headers: HttpHeaders =
    val present = made
    if present != null then present
    else
      val all = ResponseHeaders.fresh()
      all.set(ResponseHeaders.ContentType, media.value): Unit
      ResponseHeaders.secure(all, media.text)
      all.set(ResponseHeaders.ContentLength, body.length): Unit
      made = all
      all

  /** Short enough to be copied. */
  def isSmall: Boolean = body.length <= PlainAnswer.MaxCopied

  /** The answer as it goes over the wire.
    * @param closes whether the connection ends with it
    */
  def encoded(alloc: ByteBufAllocator, closes: Boolean): ByteBuf =
    val first = PlainAnswer.statusLine(answered)
    val date = HttpDate.line
    val out =
      alloc.directBuffer(first.length + media.lines.length + date.length + PlainAnswer.Rest + body.length)
    out.writeBytes(first).writeBytes(media.lines).writeBytes(date)
    if closes then out.writeBytes(PlainAnswer.Close): Unit
    out.writeBytes(PlainAnswer.Length)
    PlainAnswer.decimal(out, body.length)
    out.writeBytes(PlainAnswer.End).writeBytes(body)
end PlainAnswer

private[eddy] object PlainAnswer:
  private final val MaxCopied = 16 * 1024
  private final val Rest = 64
  private val Close = bytes("connection: close\r\n")
  private val Length = bytes("content-length: ")
  private val End = bytes("\r\n\r\n")
  private val Ok = lineOf(HttpResponseStatus.OK)

  private def bytes(text: String) = text.getBytes(US_ASCII)

  private def statusLine(status: HttpResponseStatus): Array[Byte] =
    if status eq HttpResponseStatus.OK then Ok else lineOf(status)

  private def lineOf(status: HttpResponseStatus) =
    bytes(s"HTTP/1.1 ${status.code} ${status.reasonPhrase}\r\n")

  private def decimal(out: ByteBuf, number: Int): Unit =
    if number >= 10 then decimal(out, number / 10)
    out.writeByte('0' + number % 10): Unit
end PlainAnswer
