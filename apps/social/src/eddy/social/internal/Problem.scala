package eddy.social.internal

import scala.concurrent.duration.FiniteDuration
import scala.util.control.NoStackTrace

import com.github.plokhotnyuk.jsoniter_scala.core.JsonValueCodec
import com.github.plokhotnyuk.jsoniter_scala.macros.JsonCodecMaker

/** An answer that refuses a request, as a problem document (RFC 9457).
  *
  * @param field the field of the request that is wrong
  * @param retryAfterSeconds the header Retry-After
  */
private[social] final case class Problem(
    status: Int,
    detail: String,
    field: Option[String] = None,
    retryAfterSeconds: Option[Int] = None
)

private[social] object Problem:
  /** The members of the document. */
  final case class Document(
      `type`: String,
      title: String,
      status: Int,
      detail: String,
      field: Option[String]
  )

  object Document:
    given JsonValueCodec[Document] = JsonCodecMaker.make

  /** A field whose value is not permitted. */
  def field(name: String, detail: String): Problem = Problem(422, detail, Some(name))

  /** Something that this needs has too much to do or does not answer. */
  def busy(detail: String): Problem = Problem(503, detail, retryAfterSeconds = Some(1))

  /** The client has done this too often, and may again after `wait`. */
  def tooOften(wait: FiniteDuration): Problem =
    val seconds = wait.toSeconds.toInt
    Problem(429, s"Too many requests. Try again in $seconds seconds.", retryAfterSeconds = Some(seconds))

  private val titles = Map(
    400 -> "Bad Request",
    401 -> "Unauthorized",
    403 -> "Forbidden",
    404 -> "Not Found",
    409 -> "Conflict",
    415 -> "Unsupported Media Type",
    422 -> "Unprocessable Content",
    429 -> "Too Many Requests",
    503 -> "Service Unavailable"
  )

  def document(problem: Problem): Document =
    Document("about:blank", titles(problem.status), problem.status, problem.detail, problem.field)
end Problem

/** Ends a request with a problem document. An answer to the client, not a failure. */
private[social] final class Refusal(val problem: Problem)
    extends RuntimeException(s"${problem.status}: ${problem.detail}")
    with NoStackTrace
