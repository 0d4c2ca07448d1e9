package eddy.web.internal

import scala.jdk.CollectionConverters.given

import io.netty.buffer.Unpooled
import io.netty.handler.codec.http.{DefaultLastHttpContent, HttpHeaders, LastHttpContent}

/** Fields behind a body (RFC 9110, section 6.5). */
private[eddy] object Trailers:
  // what frames, routes or describes a message, or says who sends it, must be known before its body (section
  // 6.5.1)
  private val ofHeads = Set(
    "host",
    "te",
    "expect",
    "max-forwards",
    "authorization",
    "proxy-authorization",
    "www-authenticate",
    "cookie",
    "set-cookie",
    "content-type",
    "content-encoding",
    "content-range",
    "range",
    "cache-control",
    "pragma",
    "age",
    "expires",
    "location",
    "retry-after",
    "vary"
  )

  /** The end of a response's body. */
  def last(trailers: Seq[(String, String)]): LastHttpContent =
    if trailers.isEmpty then LastHttpContent.EMPTY_LAST_CONTENT
    else
      trailers.foreach: (name, value) =>
        ResponseHeaders.check(name, value)
        require(
          !ofHeads(Tokens.lower(name)),
          s"trailer $name: must be known before the body; set it as a header"
        )
      made(trailers)

  /** The end of a request's body, with the permitted fields; others are ignored, as by a decoder of HTTP/1.
    */
  def received(fields: Seq[(String, String)]): LastHttpContent =
    val kept = fields.filter((name, _) => Tokens.isToken(name) && !ResponseHeaders.isServers(name))
    if kept.isEmpty then LastHttpContent.EMPTY_LAST_CONTENT else made(kept)

  def of(last: LastHttpContent): Seq[(String, String)] = pairs(last.trailingHeaders)

  private def pairs(fields: HttpHeaders): Seq[(String, String)] =
    if fields.isEmpty then Nil
    else fields.iteratorAsString.asScala.map(field => (field.getKey, field.getValue)).toVector

  private def made(fields: Seq[(String, String)]): LastHttpContent =
    val last = DefaultLastHttpContent(Unpooled.EMPTY_BUFFER, ResponseHeaders.fresh())
    fields.foreach((name, value) => last.trailingHeaders.add(name, value): Unit)
    last
end Trailers
