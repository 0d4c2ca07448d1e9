package eddy.web.internal

import java.nio.charset.StandardCharsets.ISO_8859_1

import io.netty.buffer.ByteBuf

/** The header lines of a complete head: their grammar, and what decides where the request ends (RFC 9112, 5 and 6). */
private[eddy] object HeaderRules:
  private val HostPattern =
    "(?:[A-Za-z0-9._~!$&'()*+,;=-]|%[0-9A-Fa-f]{2})+(?::[0-9]{0,5})?|\\[[0-9A-Fa-f:.]+\\](?::[0-9]{0,5})?".r.pattern

  def isHost(text: String): Boolean = HostPattern.matcher(text).matches()

  /** @param length of the head in `in`, up to and including its empty line */
  def check(in: ByteBuf, length: Int): Refusal | Null =
    val head = in.toString(in.readerIndex, length - 2, ISO_8859_1) // each line with its end
    val requestLine = head.indexOf('\r')
    val http11 = head.startsWith("HTTP/1.1", requestLine - 8)
    var host: String | Null = null
    var contentLength: String | Null = null
    var transferEncoding: String | Null = null
    var refusal: Refusal | Null = null
    var start = requestLine + 2
    while refusal == null && start < head.length do
      val end = head.indexOf('\r', start)
      val line = head.substring(start, end)
      start = end + 2
      refusal = lineGrammar(line)
      if refusal == null then
        val colon = line.indexOf(':')
        val value = line.substring(colon + 1).strip
        framingName(line.substring(0, colon)) match
          case "host" =>
            if host != null then refusal = Refusal(400, "There is more than one Host header.")
            host = value
          case "content-length" =>
            if contentLength != null then
              refusal = Refusal(400, "There is more than one Content-Length header.")
            contentLength = value
          case "transfer-encoding" =>
            if transferEncoding != null then
              refusal = Refusal(400, "There is more than one Transfer-Encoding header.")
            transferEncoding = value
          // Netty takes these two for an old WebSocket draft and reads 8 bytes as a body that nobody else sees.
          case "sec-websocket-key1" | "sec-websocket-key2" =>
            refusal = Refusal(400, "WebSocket drafts before RFC 6455 are not spoken here.")
          case _ => ()
    end while
    if refusal != null then refusal else framing(http11, host, contentLength, transferEncoding)
  end check

  /** The name in small letters when its length is that of one which matters here. */
  private def framingName(name: String): String = name.length match
    case 4 | 14 | 17 | 18 => Tokens.lower(name)
    case _ => ""

  private def lineGrammar(line: String): Refusal | Null =
    val first = line.charAt(0)
    val colon = line.indexOf(':')
    if first == ' ' || first == '\t' then Refusal(400, "Folded header lines are not allowed.")
    else if colon <= 0 then Refusal(400, "A header line has no name and colon.")
    else if line.charAt(colon - 1) == ' ' || line.charAt(colon - 1) == '\t' then
      Refusal(400, "A header's name must be followed by its colon, without a space.")
    else if !Tokens.isToken(line.substring(0, colon)) then Refusal(400, "A header's name is not a token.")
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
