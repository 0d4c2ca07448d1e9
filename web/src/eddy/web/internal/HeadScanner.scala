package eddy.web.internal

import eddy.web.Limits

import java.nio.charset.StandardCharsets.ISO_8859_1

import io.netty.buffer.ByteBuf

/** Looks at the bytes of a request's head before Netty's decoder does, and refuses what RFC 9112 does not
  * allow.
  *
  * Netty is lenient where others are not (folded lines, repeated spaces, empty lines before a request), and
  * requests are smuggled through such differences. A head that passes here has one reading only. The scan
  * resumes where it stopped when more bytes come, so that a slow sender costs nothing. One for each
  * connection, used by its I/O thread.
  */
private[eddy] final class HeadScanner(limits: Limits):
  private var scanned = 0 // bytes after the reader index already seen
  private var lineStart = 0
  private var lines = 0 // complete lines, the request line included
  private var afterCr = false
  private var inMethod = true
  private var headerBytes = 0
  private var leadingLines = 0

  /** Length of the complete head, or -1 while it is not complete. */
  var length: Int = -1

  /** Whether some bytes of a head have been seen. */
  def begun: Boolean = scanned > 0

  def reset(): Unit =
    scanned = 0
    lineStart = 0
    lines = 0
    afterCr = false
    inMethod = true
    headerBytes = 0
    leadingLines = 0
    length = -1

  /** Reads on in `in`, whose reader index is at the head's first byte; may skip empty lines there.
    * @return why the head is refused, or `null` when it is fine so far: then [[length]] says whether it is
    *   complete
    */
  def scan(in: ByteBuf): Refusal | Null =
    var refusal: Refusal | Null = null
    while refusal == null && length < 0 && scanned < in.readableBytes do
      val byte = in.getByte(in.readerIndex + scanned)
      scanned += 1
      refusal =
        if afterCr then afterReturn(byte, in)
        else if byte == '\r' then
          afterCr = true
          null
        else if byte == '\n' then HeadScanner.bareLineFeed
        else if byte >= 0 && byte < ' ' && byte != '\t' || byte == 127 then HeadScanner.control(byte)
        else ordinary(byte)
    refusal

  private def ordinary(byte: Byte): Refusal | Null =
    if lines == 0 then
      if byte == ' ' then inMethod = false
      if inMethod && !Tokens.isTokenByte(byte) then
        Refusal(400, "This is not an HTTP request: the method is not a token.")
      else if scanned - lineStart > limits.maxRequestLineBytes then
        Refusal(414, s"The request line is longer than ${limits.maxRequestLineBytes} bytes.")
      else null
    else
      headerBytes += 1
      if headerBytes > limits.maxHeaderBytes then
        Refusal(431, s"The headers are longer than ${limits.maxHeaderBytes} bytes.")
      else null

  private def afterReturn(byte: Byte, in: ByteBuf): Refusal | Null =
    afterCr = false
    val lineLength = scanned - lineStart - 2
    if byte != '\n' then Refusal(400, "A carriage return must be followed by a line feed.")
    else if lineLength == 0 && lines == 0 then emptyLeadingLine(in)
    else if lineLength == 0 then
      length = scanned
      null
    else
      val start = lineStart
      lineStart = scanned
      lines += 1
      if lines == 1 then RequestLine.check(in.toString(in.readerIndex + start, lineLength, ISO_8859_1))
      else if lines - 1 > limits.maxHeaders then
        Refusal(431, s"There are more than ${limits.maxHeaders} header lines.")
      else null

  /** One empty line may come before a request (RFC 9112, section 2.2); it does not belong to the head. */
  private def emptyLeadingLine(in: ByteBuf): Refusal | Null =
    leadingLines += 1
    if leadingLines > 1 then Refusal(400, "Only one empty line may come before a request.")
    else
      val _ = in.skipBytes(2)
      scanned = 0
      null
end HeadScanner

private[eddy] object HeadScanner:
  private val bareLineFeed =
    Refusal(400, "Lines must end in carriage return and line feed, not in a line feed alone.")

  private def control(byte: Byte) =
    Refusal(400, f"The control character 0x$byte%02x is not allowed in a request's head.")
