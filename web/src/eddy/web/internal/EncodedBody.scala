package eddy.web.internal

import eddy.web.{Body, HttpProblem}

import java.io.{ByteArrayInputStream, EOFException}
import java.util.zip.{GZIPInputStream, ZipException}

import io.netty.handler.codec.http.HttpHeaderNames.CONTENT_ENCODING
import io.netty.handler.codec.http.HttpRequest

/** Bodies of requests that come compressed: only routes that ask for them get them, as a small one may become
  * a thousand times as large.
  */
private[eddy] object EncodedBody:
  def codingOf(http: HttpRequest): Option[String] =
    val all = http.headers.getAll(CONTENT_ENCODING)
    if all.isEmpty then None
    else Some(Tokens.lower(String.join(", ", all).strip)).filterNot(c => c.isEmpty || c == "identity")

  /** Whether the body is to be expanded before it is read. */
  def isGzip(http: HttpRequest): Boolean = codingOf(http).exists(c => c == "gzip" || c == "x-gzip")

  /** 415 for a coding that the route does not take (RFC 9110, section 12.5.3). */
  def refusal(http: HttpRequest, body: Body): Refusal | Null =
    val taken = body match
      case Body.Whole(_, true) => "gzip"
      case _: (Body.Whole | Body.Streamed) => "identity"
    codingOf(http) match
      case Some(coding) if taken != "gzip" || !isGzip(http) =>
        Refusal(
          415,
          s"Bodies with the content coding ${coding.take(20)} are not taken here.",
          Seq("Accept-Encoding" -> taken)
        )
      case _ => null

  /** @throws HttpProblem 413 as soon as it is larger than `limit`, 400 when it is not gzip */
  def expand(bytes: Array[Byte], limit: Long): Array[Byte] =
    try
      val content = GZIPInputStream(ByteArrayInputStream(bytes)).readNBytes(limit.toInt + 1)
      if content.length > limit then throw HttpProblem(413, BodyIntake.tooLarge(limit).detail)
      content
    catch
      case _: (ZipException | EOFException) =>
        throw HttpProblem(400, "The body is not gzip, as it says it is.")
end EncodedBody
