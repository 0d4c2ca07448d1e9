package eddy.web.client

import eddy.state.{Confined, Registers}
import eddy.web.client.internal.{Addresses, CallBody, ClientCore, Waiting}
import eddy.web.internal.Checks.{inRange, positive}
import eddy.web.internal.Events

import java.net.URI
import java.nio.ByteBuffer
import java.nio.file.Path
import java.util.concurrent.Flow
import scala.concurrent.duration.FiniteDuration
import scala.concurrent.{ExecutionContext, Future}

import com.github.plokhotnyuk.jsoniter_scala.core.{JsonValueCodec, writeToArray}

/** A request to be sent: an immutable value, made by [[Client]]. It may be sent as often as one likes, unless
  * its body is a stream that comes once.
  */
@Confined
final class Call private[eddy] (
    core: ClientCore,
    val method: String,
    val uri: URI,
    val headers: Seq[(String, String)] = Nil,
    private[client] val body: CallBody = CallBody.None,
    private[client] val timeoutSet: Option[FiniteDuration] = None,
    private[client] val maxBytesSet: Option[Int] = None,
    failed: Option[ClientException => Unit] = None
):
  /** Adds segments to the path, each percent-encoded: a slash in one of them does not separate.
    * @throws IllegalArgumentException for `.` and `..`, which servers take for other folders
    */
  def path(segments: String*): Call = copy(uri = Addresses.withSegments(uri, segments))

  /** Adds a parameter to the query, percent-encoded. */
  def query(name: String, value: String): Call = copy(uri = Addresses.withParameter(uri, name, value))

  /** Adds a header.
    * @throws IllegalArgumentException for a bad name, control characters in the value, or a header that the
    *   client itself must set (Host, Content-Length, Connection …)
    */
  def header(name: String, value: String): Call =
    Addresses.checkHeader(name, value)
    copy(headers = headers :+ (name -> value))

  /** Sends a cookie along. */
  def cookie(name: String, value: String): Call = header("Cookie", s"$name=$value")

  /** Instead of [[ClientConfig.timeout]]. */
  def timeout(limit: FiniteDuration): Call =
    positive("timeout", limit)
    copy(timeoutSet = Some(limit))

  /** Instead of [[ClientConfig.maxBodyBytes]]. */
  def maxBytes(limit: Int): Call =
    inRange("maxBytes", limit, 0, 1024 * 1024 * 1024, "the body is held in memory; stream larger ones")
    copy(maxBytesSet = Some(limit))

  // ---------------------------------------------------------------------------------------- what is sent

  def text(content: String): Call = bytes("text/plain; charset=utf-8", content.getBytes("UTF-8"))
  def json[A](value: A)(using JsonValueCodec[A]): Call = bytes("application/json", writeToArray(value))

  /** Sends these bytes; do not change the array afterwards. */
  def bytes(contentType: String, content: Array[Byte]): Call =
    withBody(contentType, CallBody.Bytes(content))

  /** Sends an urlencoded form. */
  def form(fields: (String, String)*): Call =
    bytes("application/x-www-form-urlencoded", Addresses.urlencoded(fields).getBytes("US-ASCII"))

  /** Sends a form with files (`multipart/form-data`, RFC 7578). Files are read while they go out. */
  def multipart(parts: Part*): Call =
    val form = CallBody.Form(parts)
    withBody(s"multipart/form-data; boundary=${form.boundary}", form)

  /** Sends a file, read while it goes out. */
  def file(contentType: String, file: Path): Call = withBody(contentType, CallBody.File(file))

  /** Sends what `content` publishes, at the pace of the server. It comes once: a redirection that wants the
    * body again fails.
    * @param length when it is known; chunked otherwise
    */
  def stream(contentType: String, content: Flow.Publisher[ByteBuffer], length: Option[Long] = None): Call =
    length.foreach(n => require(n >= 1, s"length = $n: must be at least 1"))
    withBody(contentType, CallBody.Stream(content, length))

  // ---------------------------------------------------------------------------------------- ways to send it

  /** Sends it and waits for the answer, whatever its status. In a handler of Eddy, other handlers run
    * meanwhile.
    * @throws ClientException when no answer arrives
    */
  def send(): ClientResponse = Waiting.forResult(core.engine, future())

  /** Sends it. The future fails with [[ClientException]]. Its callbacks run where its user says, and not as
    * events of a request: use [[onAnswer]], or give it to `Response.complete`, for that.
    */
  def future(): Future[ClientResponse] = core.whole(this)

  /** What the request does when [[onAnswer]] gets none. Otherwise the failure is the request's: reported, and
    * a 500.
    */
  @Registers
  def onFailure(handler: ClientException => Unit): Call = copy(failed = Some(Events.admitted(handler)))

  /** Sends it. `handler` gets the answer in a further event of the request or WebSocket whose handler calls
    * this: in order, never beside its other events, under locks of its own.
    * @throws IllegalStateException outside of such a handler
    */
  @Registers
  def onAnswer(handler: ClientResponse => Unit): Unit =
    val here = Waiting.events("onAnswer")
    Waiting.deliver(here, handler, failed)(future())

  /** The answer's body is to be read while it comes. */
  def streamed: StreamedCall = new StreamedCall(core, this, failed)

  override def toString: String = s"$method ${Addresses.shown(uri)}"

  private def withBody(contentType: String, body: CallBody): Call =
    Addresses.checkHeader("Content-Type", contentType)
    copy(
      headers = headers.filterNot(_._1.equalsIgnoreCase("Content-Type")) :+ ("Content-Type" -> contentType),
      body = body
    )

  private def copy(
      uri: URI = uri,
      headers: Seq[(String, String)] = headers,
      body: CallBody = body,
      timeoutSet: Option[FiniteDuration] = timeoutSet,
      maxBytesSet: Option[Int] = maxBytesSet,
      failed: Option[ClientException => Unit] = failed
  ): Call = new Call(core, method, uri, headers, body, timeoutSet, maxBytesSet, failed)
end Call

/** A request whose answer is read while it arrives. The methods that send it are those of [[Call]]. The
  * answer is complete when its header has arrived. Read its body to the end or close it
  * (`inputStream().close()`); an unread body is cut off after [[ClientConfig.idleTimeout]].
  */
@Confined
final class StreamedCall private[client] (
    core: ClientCore,
    call: Call,
    failed: Option[ClientException => Unit]
):
  /** As [[Call.send]]. */
  def send(): StreamedResponse = Waiting.forResult(core.engine, future())

  /** As [[Call.future]]. */
  def future(): Future[StreamedResponse] =
    val here = Waiting.eventsIfAny
    core.streamed(call).map(new StreamedResponse(_, here))(using ExecutionContext.parasitic)

  /** As [[Call.onAnswer]]. */
  @Registers
  def onAnswer(handler: StreamedResponse => Unit): Unit =
    val here = Waiting.events("onAnswer")
    Waiting.deliver(here, handler, failed)(future())
end StreamedCall
