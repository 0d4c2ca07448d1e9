package eddy.web.malformed

import java.io.ByteArrayOutputStream
import java.nio.charset.StandardCharsets.ISO_8859_1

/** The required state of the connection after the answer. */
enum Fate derives CanEqual:
  /** It ends; whatever came behind the request is not answered. */
  case Closed

  /** It continues: the request behind this one is answered. */
  case Kept

/** One row of the table: bytes that a client should not send, and the required answer.
  *
  * @param statuses allowed statuses of the answer; [[BadRequest.NoAnswer]] for closing without one
  * @param fate what has to become of the connection
  * @param followed whether a good request comes behind, in the same write: as a smuggled one would
  * @param finish whether the client then closes its sending side
  */
final case class BadRequest(
    name: String,
    bytes: Array[Byte],
    statuses: Set[Int],
    fate: Fate = Fate.Closed,
    followed: Boolean = true,
    finish: Boolean = false
):
  /** A client that stops sending in the middle: it is not followed by another request. */
  def unfinished: BadRequest = copy(followed = false)

  /** As [[unfinished]], and the client closes its sending side. */
  def cutOff: BadRequest = copy(followed = false, finish = true)

  /** The connection continues. */
  def kept: BadRequest = copy(fate = Fate.Kept)

/** How rows are written. Text is Latin-1, one character per byte, line ends are written out. */
object BadRequest:
  /** Stands for a connection that is closed without an answer. */
  val NoAnswer = 0

  def raw(name: String, text: String)(statuses: Int*): BadRequest =
    BadRequest(name, latin1(text), statuses.toSet)

  /** A POST with a body route, its framing headers and the bytes behind its head. */
  def post(name: String, headers: String, body: String)(statuses: Int*): BadRequest =
    raw(name, s"POST /body HTTP/1.1\r\nHost: localhost\r\n$headers\r\n\r\n$body")(statuses*)

  /** A chunked POST. */
  def chunked(name: String, body: String)(statuses: Int*): BadRequest =
    post(name, "Transfer-Encoding: chunked", body)(statuses*)

  /** A GET of a route that exists, with one more header line. */
  def header(name: String, line: String)(statuses: Int*): BadRequest =
    raw(name, s"GET /ok HTTP/1.1\r\nHost: localhost\r\n$line\r\n\r\n")(statuses*)

  /** A request line, with a good Host. */
  def line(name: String, requestLine: String)(statuses: Int*): BadRequest =
    raw(name, s"$requestLine\r\nHost: localhost\r\n\r\n")(statuses*)

  def latin1(text: String): Array[Byte] = text.getBytes(ISO_8859_1).nn

  def join(parts: Array[Byte]*): Array[Byte] =
    val out = ByteArrayOutputStream()
    parts.foreach(out.writeBytes)
    out.toByteArray.nn
end BadRequest
