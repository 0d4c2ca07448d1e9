package eddy.web.internal

import java.nio.charset.StandardCharsets.US_ASCII
import scala.jdk.CollectionConverters.*

import io.netty.handler.codec.http.{DefaultHttpHeadersFactory, HttpHeaderNames, HttpHeaders}
import io.netty.util.AsciiString

/** Rules for the headers of responses. */
private[eddy] object ResponseHeaders:
  private val servers =
    Set("connection", "content-length", "transfer-encoding", "date", "keep-alive", "upgrade", "trailer")

  /** Headers that the server sets. */
  def isServers(name: String): Boolean = servers(Tokens.lower(name))

  // Not validated by Netty as well: `check` has done it, with better messages.
  private val unchecked = DefaultHttpHeadersFactory.headersFactory.withValidation(false)

  // Netty writes these without looking at each character.
  val ContentType: AsciiString = HttpHeaderNames.CONTENT_TYPE
  val ContentLength: AsciiString = HttpHeaderNames.CONTENT_LENGTH
  private val ContentTypeOptions = AsciiString.cached("X-Content-Type-Options")
  private val NoSniff = AsciiString.cached("nosniff")

  /** A content type that many answers have.
    * @param lines its header and those that come with it, as they go over the wire
    */
  final class Usual(val text: String):
    val value: AsciiString = AsciiString.cached(text)
    val lines: Array[Byte] =
      val all = fresh().set(ContentType, value)
      secure(all, text)
      all.entries.asScala.map(field => s"${field.getKey}: ${field.getValue}\r\n").mkString.getBytes(US_ASCII)

  private val usualOnes = Seq(
    "text/plain; charset=utf-8",
    "text/html; charset=utf-8",
    "application/json",
    "application/octet-stream",
    "application/problem+json"
  ).map(Usual(_)).toArray

  /** Null for others. */
  def usual(contentType: String): Usual | Null =
    var i = 0
    while i < usualOnes.length && usualOnes(i).text != contentType do i += 1
    if i < usualOnes.length then usualOnes(i) else null

  /** The value as Netty writes it quickest. */
  def media(contentType: String): CharSequence =
    val known = usual(contentType)
    if known == null then contentType else known.value

  def fresh(): HttpHeaders = unchecked.newHeaders()

  /** Refuses what would break the message's framing, or let a value write headers of its own. */
  def check(name: String, value: String): Unit =
    require(
      Tokens.isToken(name),
      s"header name \"${name.take(40).filterNot(_.isControl)}\": must be a token (letters, digits, -)"
    )
    require(!isServers(name), s"header $name: the server sets it; leave it out")
    require(
      Tokens.isFieldValue(value),
      s"value of header $name: line breaks, control characters and characters beyond Latin-1 are not allowed; encode them"
    )

  /** Adds what is safe for every service, unless the handler has set it. */
  def secure(headers: HttpHeaders, contentType: String): Unit =
    setIfAbsent(headers, ContentTypeOptions, NoSniff)
    if contentType.startsWith("text/html") then
      setIfAbsent(headers, "X-Frame-Options", "SAMEORIGIN")
      setIfAbsent(headers, "Referrer-Policy", "strict-origin-when-cross-origin")

  private def setIfAbsent(headers: HttpHeaders, name: CharSequence, value: CharSequence): Unit =
    if !headers.contains(name) then headers.set(name, value): Unit
end ResponseHeaders
