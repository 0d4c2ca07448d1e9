package eddy.web

import eddy.state.{Confined, Registers}
import eddy.web.internal.Refusal

import java.nio.ByteBuffer
import java.util.concurrent.Flow
import scala.concurrent.Future

import com.github.plokhotnyuk.jsoniter_scala.core.JsonValueCodec

/** The answer to one request. Status and headers first, then exactly one of the methods that end it or begin
  * a stream.
  *
  * Any thread may end it, one at a time: the handler's, or that of a call that completes later. Ending
  * returns at once, the bytes go out on the I/O side. A second end throws `IllegalStateException`. When the
  * client has gone in the meantime, ending does nothing.
  */
@Confined
trait Response:

  /** 200 unless set. From 200 to 599. */
  def status(code: Int): Response

  /** Sets a header, replacing earlier ones of that name.
    * @throws IllegalArgumentException for a bad name, control characters in the value, or a header that the
    *   server itself must set (Content-Length, Transfer-Encoding, Connection, Date …)
    */
  def header(name: String, value: String): Response

  /** As [[header]], keeping earlier ones of that name. */
  private[eddy] def addHeader(name: String, value: String): Response

  /** Adds a Set-Cookie header. */
  def cookie(cookie: Cookie): Response

  /** Runs `change` when the response is sent, however the handler ends or begins it, so it decides last about
    * the headers. Of several the one set last runs first. It is part of the event that ends the response, and
    * of the locks of each event of the request until then; where a thread of its own ends the response, it
    * has no locks: use [[complete]]. A failure becomes that of the caller. Answers that come from the server
    * itself (a refusal, a timeout) do not run it.
    * @throws IllegalStateException after the response has been ended or begun
    */
  def onHead(change: ResponseHead => Unit): Unit

  /** As [[onHead]], for the server's own, which uses nothing shared. */
  private[eddy] def onOwnHead(change: ResponseHead => Unit): Unit

  /** Leaves this response uncompressed, whatever the client takes: for one that holds a secret beside text
    * that others influence, which its length would tell ("BREACH").
    */
  def uncompressed(): Response

  /** Ends with `text/plain; charset=utf-8`. */
  def text(content: String): Unit

  /** Ends with `text/html; charset=utf-8`. Nothing is escaped: of texts that come from elsewhere make
    * [[Html]].
    */
  def html(content: String): Unit

  /** Ends with this HTML. */
  final def html(content: Html): Unit = html(content.markup)

  /** Ends with `application/json`. */
  def json[A](value: A)(using JsonValueCodec[A]): Unit

  /** Ends with these bytes; do not change the array afterwards. */
  def bytes(contentType: String, content: Array[Byte]): Unit

  /** Sends the server's own answer, with headers that handlers may not set. */
  private[eddy] def refuse(refusal: Refusal): Unit

  /** As [[bytes]], never compressed on the way. */
  private[eddy] def bytesAsTheyAre(contentType: String, content: Array[Byte]): Unit =
    bytes(contentType, content)

  /** Ends without a body; 204 unless a status was set. */
  def empty(): Unit

  /** Ends with a redirection to `location`, a URI that may be relative. 303 See Other, as by default, turns
    * any method into GET: for the page after a form. 307 (for now) and 308 (for good) keep the method and the
    * body; 301 and 302 are their older kin, by which clients turn POST into GET.
    * @throws IllegalArgumentException for another code, or a location that is not percent-encoded
    */
  def redirect(location: String, code: Int = 303): Unit

  /** Ends with a problem document (RFC 9457), or for a browser with [[ServerConfig.errorPage]]. `detail` is
    * shown to the client.
    */
  def fail(status: Int, detail: String): Unit

  /** Begins a response of unknown length, written piece by piece. */
  def stream(contentType: String): BodyStream

  /** Answers with the pieces that `content` publishes, as fast as the client takes them: the next piece is
    * requested when the last one had room. The pieces must not be changed afterwards. When the publisher
    * fails, the response is broken off, so that the client sees that it is incomplete, and the failure is
    * reported; when the client goes, it is cancelled.
    */
  def stream(contentType: String, content: Flow.Publisher[ByteBuffer]): Unit

  /** The same with a body of exactly `length` bytes, which the header states; never compressed on the way. */
  private[eddy] def streamAsItIs(
      contentType: String,
      content: Flow.Publisher[ByteBuffer],
      length: Long
  ): Unit

  /** Answers when `result` is complete: `answer` then runs as an event of the request. A failure becomes the
    * answer as if the handler had thrown it: an [[HttpProblem]] with its status, a full pool or mailbox a
    * 503, a late ask a 504, anything else a 500; the last two are reported. The response timeout still runs;
    * a result that comes after it, or after the client has gone, is dropped.
    */
  @Registers
  def complete[A](result: Future[A])(answer: A => Unit): Unit

  /** Calls once, as an event of the request, when the client has gone before it was answered, or has ended
    * its side of the connection. Not for streams, which have their own handlers. Replaces an earlier one.
    */
  private[eddy] def onGone(callback: () => Unit): Unit

  /** Begins server-sent events (`text/event-stream`). */
  def events(): EventStream

  /** Whether the response has been ended, or begun as a stream. */
  def committed: Boolean
end Response
