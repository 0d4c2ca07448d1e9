package eddy.web.internal

import java.nio.charset.StandardCharsets.UTF_8

import com.github.plokhotnyuk.jsoniter_scala.core.{JsonReader, JsonValueCodec, JsonWriter, writeToArray}
import io.netty.handler.codec.http.HttpResponseStatus

/** A problem document (RFC 9457) with the id of the request, by which the operator finds the matching report.
  */
private[eddy] final case class Problem(
    status: Int,
    detail: String,
    requestId: String,
    traceId: String | Null = null
):
  def toJson: Array[Byte] = writeToArray(this)

private[eddy] object Problem:
  val MediaType: String = "application/problem+json"

  private final val MaxDetailChars = 8000

  /** A detail may name what the client sent, which may be nearly as long as a body. */
  def bounded(detail: String): String =
    if detail.length <= MaxDetailChars then detail else s"${detail.take(MaxDetailChars)}…"

  private given JsonValueCodec[Problem]:
    def nullValue: Problem = Problem(500, "", "")
    def decodeValue(in: JsonReader, default: Problem): Problem =
      in.decodeError("problem documents are only written")
    def encodeValue(problem: Problem, out: JsonWriter): Unit =
      out.writeObjectStart()
      field(out, "type", "about:blank")
      field(out, "title", HttpResponseStatus.valueOf(problem.status).reasonPhrase)
      out.writeNonEscapedAsciiKey("status")
      out.writeVal(problem.status)
      field(out, "detail", problem.detail)
      field(out, "requestId", problem.requestId)
      val trace = problem.traceId
      if trace != null then field(out, "traceId", trace)
      out.writeObjectEnd()

  private def field(out: JsonWriter, name: String, value: String): Unit =
    out.writeNonEscapedAsciiKey(name)
    out.writeVal(wellFormed(value))

  /** With ? for halves of surrogate pairs, which no encoding can write: a detail may be cut from a client's
    * text.
    */
  private def wellFormed(text: String): String =
    if text.exists(_.isSurrogate) then String(text.getBytes(UTF_8), UTF_8) else text
end Problem
