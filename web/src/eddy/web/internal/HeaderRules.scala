package eddy.web.internal

import java.nio.charset.StandardCharsets.ISO_8859_1

import io.netty.buffer.ByteBuf

/** The header lines of a complete head: their grammar, and what decides where the request ends (RFC 9112, 5
  * and 6).
  */
private[eddy] object HeaderRules:
  private val HostChars = "._~!$&'()*+,;=-"

  /** A name, an IPv4 address or an IPv6 one in brackets, with an optional port (RFC 3986, section 3.2.2). */
  def isHost(text: String): Boolean =
    val nameEnd = endOfName(text)
    val name = if text.startsWith("[") then isBracketed(text, nameEnd) else isName(text, nameEnd)
    name && (nameEnd == text.length || isPort(text, nameEnd))

  /** Where the port of a host begins with its colon, or the text ends. */
  def endOfName(text: String): Int =
    if text.startsWith("[") then text.indexOf(']') + 1
    else
      val colon = text.indexOf(':')
      if colon < 0 then text.length else colon

  private def isName(text: String, end: Int): Boolean =
    var i = 0
    var sound = end > 0
    while sound && i < end do
      val c = text.charAt(i)
      if c == '%' then
        sound = i + 2 < end && isHex(text.charAt(i + 1)) && isHex(text.charAt(i + 2))
        i += 3
      else
        sound = isAlphanumeric(c) || HostChars.indexOf(c) >= 0
        i += 1
    sound

  private def isBracketed(text: String, end: Int): Boolean =
    end > 2 && (1 until end - 1).forall: i =>
      val c = text.charAt(i)
      isHex(c) || c == ':' || c == '.'

  private def isPort(text: String, colon: Int): Boolean =
    text.charAt(colon) == ':' && text.length - colon <= 6 &&
      (colon + 1 until text.length).forall(i => isDigit(text.charAt(i))) &&
      (text.length - colon < 6 || text.substring(colon + 1).toInt <= 65_535)

  private def isDigit(c: Char) = c >= '0' && c <= '9'
  private def isAlphanumeric(c: Char) = isDigit(c) || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
  private def isHex(c: Char) = isDigit(c) || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'

  /** @param length of the head in `in`, up to and including its empty line */
  def check(in: ByteBuf, length: Int): Refusal | Null =
    val head = in.toString(in.readerIndex, length - 2, ISO_8859_1) // each line with its end
    val requestLine = head.indexOf('\r')
    val http11 = head.startsWith("HTTP/1.1", requestLine - 8)
    var host: String | Null = null
    var contentLength: String | Null = null
    var transferEncoding: String | Null = null
    var refusal: Refusal | Null = null
    var seen = 0L
    var start = requestLine + 2
    while refusal == null && start < head.length do
      val end = head.indexOf('\r', start)
      val colon = head.indexOf(':', start)
      refusal = lineGrammar(head, start, colon, end)
      if refusal == null then
        val single = SingleFields.numberOf(start, colon)(head.charAt(_).toInt)
        if single >= 0 && (seen & 1L << single) != 0 then refusal = SingleFields.repeated(single)
        else if single >= 0 then seen |= 1L << single
        framingName(head, start, colon) match
          case "host" => host = head.substring(colon + 1, end).strip
          case "content-length" => contentLength = head.substring(colon + 1, end).strip
          case "transfer-encoding" => transferEncoding = head.substring(colon + 1, end).strip
          // Netty takes these two for an old WebSocket draft and reads 8 bytes as a body that no other server
          // sees.
          case "sec-websocket-key1" | "sec-websocket-key2" =>
            refusal = Refusal(400, "WebSocket drafts before RFC 6455 are not spoken here.")
          case _ => ()
      start = end + 2
    end while
    if refusal != null then refusal else framing(http11, host, contentLength, transferEncoding)
  end check

  /** The name in small letters when its length is that of one which matters here. */
  private def framingName(head: String, start: Int, colon: Int): String = colon - start match
    case 4 if head.regionMatches(true, start, "host", 0, 4) => "host"
    case 14 | 17 | 18 => Tokens.lower(head.substring(start, colon))
    case _ => ""

  private def lineGrammar(head: String, start: Int, colon: Int, end: Int): Refusal | Null =
    val first = head.charAt(start)
    if first == ' ' || first == '\t' then Refusal(400, "Folded header lines are not allowed.")
    else if colon <= start || colon > end then Refusal(400, "A header line has no name and colon.")
    else if head.charAt(colon - 1) == ' ' || head.charAt(colon - 1) == '\t' then
      Refusal(400, "A header's name must be followed by its colon, without a space.")
    else if !Tokens.isToken(head, start, colon) then Refusal(400, "A header's name is not a token.")
    else null

  private def framing(
      http11: Boolean,
      host: String | Null,
      length: String | Null,
      encoding: String | Null
  ): Refusal | Null =
    if http11 && host == null then Refusal(400, "There is no Host header; HTTP/1.1 needs one.")
    else if host != null && !isHost(host) then
      Refusal(400, "The Host header is not a host with an optional port.")
    else if encoding != null && length != null then
      Refusal(400, "Content-Length and Transfer-Encoding must not come together.")
    else if encoding != null && !http11 then Refusal(400, "Transfer-Encoding needs HTTP/1.1.")
    else if encoding != null && !encoding.equalsIgnoreCase("chunked") then notChunked(encoding)
    else if length != null && (length.isEmpty || !length.forall(c => c >= '0' && c <= '9')) then
      Refusal(400, "Content-Length must be a number in decimal digits.")
    else if length != null && length.length > 18 then Refusal(413, "The request's body is too large.")
    else null

  private def notChunked(encoding: String): Refusal =
    val codings = encoding.split(",", -1).map(c => Tokens.lower(c.strip))
    val sound = codings.forall(Tokens.isToken) && !codings.init.contains("chunked")
    if sound then Refusal(501, "The only transfer coding spoken here is chunked.")
    else Refusal(400, "Transfer-Encoding is malformed; the only one spoken here is chunked.")
end HeaderRules
