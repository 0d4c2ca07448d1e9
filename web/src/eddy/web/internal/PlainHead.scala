package eddy.web.internal

import eddy.web.Limits

import java.nio.charset.StandardCharsets.{ISO_8859_1, US_ASCII}
import java.util.Arrays

import io.netty.buffer.ByteBuf
import io.netty.handler.codec.http.{
  DefaultHttpHeadersFactory,
  DefaultHttpRequest,
  HttpHeaders,
  HttpMethod,
  HttpVersion
}
import io.netty.util.AsciiString

/** A request of which [[PlainHead]] has seen that it has no body, and nothing that is about one. */
private[eddy] final class PlainRequest(asked: HttpMethod, target: String, fields: HttpHeaders)
// as Netty's decoder makes it, which need not look at every character again
    extends DefaultHttpRequest(HttpVersion.HTTP_1_1, asked, target, fields, false)

/** Reads, in one go, the head of a request that has arrived completely and is of the usual form: a path,
  * HTTP/1.1, one Host, no body.
  *
  * It refuses nothing. Any other head is left to [[HeadScanner]], [[HeaderRules]] and Netty's decoder, which
  * report an error, if there is one; a head that it takes, they would read in the same way. Requests with a
  * body, which begins with Content-Length or Transfer-Encoding, are left to them, too. Any thread.
  */
private[eddy] object PlainHead:
  /** Most heads fit into so many bytes; longer ones are looked at again, up to `Longest`. */
  private final val Usual = 512
  private final val Longest = 8192

  /** Takes such a head out of `in`; null, and nothing taken, when `in` holds no such head. */
  def take(in: ByteBuf, limits: Limits): PlainRequest | Null =
    val readable = in.readableBytes
    var size = math.min(readable, Usual)
    var bytes = first(in, size)
    var end = endOf(bytes)
    while end < 0 && size < readable && size < Longest do
      size = math.min(readable, size * 4)
      bytes = first(in, size)
      end = endOf(bytes)
    val request = if end < 0 then null else read(bytes, end, limits)
    if request != null then in.skipBytes(end): Unit
    request

  private def first(in: ByteBuf, size: Int): Array[Byte] =
    val bytes = new Array[Byte](size)
    val _ = in.getBytes(in.readerIndex, bytes)
    bytes

  /** Behind the first empty line; -1 without an empty line. */
  private def endOf(bytes: Array[Byte]): Int =
    var i = 3
    while i < bytes.length && !(bytes(i) == '\n' && isEnd(bytes, i)) do
      // a byte that is neither of the two is in no end
      i += (if bytes(i) == '\r' || bytes(i) == '\n' then 1 else 4)
    if i < bytes.length then i + 1 else -1

  private def isEnd(bytes: Array[Byte], i: Int) =
    bytes(i - 1) == '\r' && bytes(i - 2) == '\n' && bytes(i - 3) == '\r'

  // From here on nothing looks beyond `end`: each loop stops at a carriage return or before.

  private def read(bytes: Array[Byte], end: Int, limits: Limits): PlainRequest | Null =
    val method = methodOf(bytes, end)
    if method == null then null
    else
      val target = method.name.length + 1
      var space = target
      while isOfTarget(bytes(space)) do space += 1
      val lines = space + Version.length
      val isPlain = bytes(target) == '/' && lines <= end &&
        Arrays.equals(bytes, space, lines, Version, 0, Version.length) &&
        lines - 2 <= limits.maxRequestLineBytes && end - lines <= limits.maxHeaderBytes
      val headers = if isPlain then fields(bytes, lines, end, limits.maxHeaders) else null
      if headers == null then null else PlainRequest(method, text(bytes, target, space), headers)

  private def methodOf(bytes: Array[Byte], end: Int): HttpMethod | Null =
    var i = 0
    while i < Methods.length && !begins(bytes, 0, end, Methods(i)) do i += 1
    if i < Methods.length then HttpMethods(i) else null

  private def fields(bytes: Array[Byte], from: Int, end: Int, most: Int): HttpHeaders | Null =
    val headers = unchecked.newHeaders()
    var seen = 0L
    var count = 0
    var at = from
    var isPlain = true
    while isPlain && bytes(at) != '\r' do
      var colon = at
      while Tokens.isTokenByte(bytes(colon)) do colon += 1
      val lineEnd = if bytes(colon) == ':' then endOfValue(bytes, colon + 1) else at
      isPlain = colon > at && lineEnd > colon && bytes(lineEnd) == '\r' && bytes(lineEnd + 1) == '\n' &&
        count < most && !isSpecial(bytes, at, colon)
      if isPlain then
        val value = trimmed(bytes, colon + 1, lineEnd)
        val single = SingleFields.numberOf(at, colon)(bytes(_).toInt)
        if single >= 0 then
          isPlain = (seen & 1L << single) == 0 && (single != Host || HeaderRules.isHost(value))
          seen |= 1L << single
        headers.add(nameOf(bytes, at, colon), value): Unit
        count += 1
        at = lineEnd + 2
    if isPlain && (seen & 1L << Host) != 0 && at == end - 2 then headers else null
  end fields

  /** The first byte that no value has. */
  private def endOfValue(bytes: Array[Byte], from: Int): Int =
    var i = from
    while bytes(i) < 0 || bytes(i) >= ' ' && bytes(i) != 127 || bytes(i) == '\t' do i += 1
    i

  private def trimmed(bytes: Array[Byte], from: Int, until: Int): String =
    var first = from
    var last = until
    while first < last && (bytes(first) == ' ' || bytes(first) == '\t') do first += 1
    while last > first && (bytes(last - 1) == ' ' || bytes(last - 1) == '\t') do last -= 1
    text(bytes, first, last)

  private def text(bytes: Array[Byte], from: Int, until: Int) =
    String(bytes, from, until - from, ISO_8859_1)

  /** About a body, or an offence. */
  private def isSpecial(bytes: Array[Byte], from: Int, until: Int): Boolean = until - from match
    case 6 => isNamed(bytes, from, until, "expect")
    case 16 => isNamed(bytes, from, until, "content-encoding")
    case 14 => isNamed(bytes, from, until, "content-length")
    case 17 => isNamed(bytes, from, until, "transfer-encoding")
    case 18 => isNamed(bytes, from, until, "sec-websocket-key1") ||
      isNamed(bytes, from, until, "sec-websocket-key2")
    case _ => false

  private def isNamed(bytes: Array[Byte], from: Int, until: Int, name: String): Boolean =
    var i = from
    // letters in small; of the other characters of tokens none becomes one of these names so
    while i < until && (bytes(i) | 0x20) == name.charAt(i - from) do i += 1
    i == until

  /** The name as sent; frequent names are not allocated again. */
  private def nameOf(bytes: Array[Byte], from: Int, until: Int): AsciiString =
    val known = if until - from < Names.length then Names(until - from) else Array.empty[AsciiString]
    var i = 0
    while i < known.length && !begins(bytes, from, until, known(i).array) do i += 1
    if i < known.length then known(i) else AsciiString(bytes, from, until - from, true)

  private def begins(bytes: Array[Byte], from: Int, end: Int, start: Array[Byte]): Boolean =
    end - from >= start.length && Arrays.equals(bytes, from, from + start.length, start, 0, start.length)

  private val Host = SingleFields.names.indexOf("host")
  private val Version = " HTTP/1.1\r\n".getBytes(US_ASCII)
  private val HttpMethods = RouteTree.methods.map(HttpMethod.valueOf).toArray
  private val Methods = HttpMethods.map(method => s"${method.name} ".getBytes(US_ASCII))
  private val unchecked = DefaultHttpHeadersFactory.headersFactory.withValidation(false)

  /** By length, as browsers and as proxies write them. */
  private val Names: Array[Array[AsciiString]] =
    val usual = Seq(
      "Host",
      "Connection",
      "Accept",
      "Accept-Encoding",
      "Accept-Language",
      "User-Agent",
      "Referer",
      "Origin",
      "Cookie",
      "Cache-Control",
      "Pragma",
      "Authorization",
      "Upgrade",
      "Upgrade-Insecure-Requests",
      "If-None-Match",
      "If-Modified-Since",
      "Range",
      "Content-Type",
      "Sec-Fetch-Dest",
      "Sec-Fetch-Mode",
      "Sec-Fetch-Site",
      "Sec-Fetch-User",
      "X-Forwarded-For",
      "X-Forwarded-Host",
      "X-Forwarded-Proto",
      "X-Request-Id",
      "traceparent"
    )
    val both = (usual ++ usual.map(Tokens.lower)).distinct.map(name => AsciiString.cached(name))
    Array.tabulate(both.map(_.length).max + 1)(length => both.filter(_.length == length).toArray)
  end Names

  private val ofTarget: Array[Boolean] =
    Array.tabulate(128)(c => Target.isSound(c.toChar))
  private def isOfTarget(byte: Byte): Boolean = byte >= 0 && ofTarget(byte)
end PlainHead
