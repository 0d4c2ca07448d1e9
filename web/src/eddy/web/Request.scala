package eddy.web

import eddy.runtime.Timer
import eddy.state.{Confined, Pure, Registers, Stable}
import eddy.web.internal.{ParamText, Refusal}

import java.net.InetSocketAddress
import scala.concurrent.Future
import scala.concurrent.duration.FiniteDuration

import com.github.plokhotnyuk.jsoniter_scala.core.JsonValueCodec

/** One HTTP request. Header and body have arrived when the handler runs, unless its route streams bodies
  * ([[Body.Streamed]]): then the body is available by [[body]] only.
  *
  * Immutable but for its attributes; any thread may read it. All events of a request (the handler,
  * `nextTick`, `after`, the handlers of its response) run in order, never two at once, each under the locks
  * that its code needs (docs/state.md). They may block: other requests are served meanwhile.
  */
@Confined
trait Request:

  /** Names this request in the access log, in problem documents and in reports. */
  @Stable
  def id: String

  /** The method as sent, in capitals: a HEAD that a `get` route answers stays `HEAD` here. */
  @Stable
  def method: String

  /** The path, percent-decoded once. An encoded slash inside a segment is decoded too: route on it, do not
    * split it.
    */
  @Stable
  def path: String

  /** The value of the route's `:name` or `*name`, percent-decoded once.
    * @throws IllegalArgumentException when the route's pattern has no such name
    */
  @Stable
  def path(name: String): String

  /** The same as a value, such as `pathAs[Int]("id")`.
    * @throws HttpProblem 404, with the value and the expected form, for a text that does not parse; uncaught,
    *   it is the answer
    */
  @Pure
  @Stable
  final def pathAs[A: Param](name: String): A = ParamText.value(404, "Path parameter", name, path(name))

  /** What the client calls this server: the host of the target or of Host, with the port if one is named. */
  @Stable
  def host: String

  /** The request target exactly as sent. */
  @Stable
  def rawTarget: String

  /** The first value of a query parameter, decoded; `Some("")` for `?name` alone. */
  @Stable
  def query(name: String): Option[String]

  /** All values of a query parameter, in order. */
  @Stable
  def queryAll(name: String): Seq[String]

  /** A query parameter as a value: `queryAs[Int]` must be there once, `queryAs[Option[Int]]` may be,
    * `queryAs[Seq[Int]]` takes all.
    * @throws HttpProblem 400, with the name, the value and the expected form: uncaught, it is the answer
    */
  @Pure
  @Stable
  final def queryAs[A](name: String)(using params: Params[A]): A =
    params.read("Query parameter", name, queryAll(name))

  /** A header by name, whatever its capitals; the first one when sent repeatedly. */
  @Stable
  def header(name: String): Option[String]

  /** All headers in the order sent. */
  def headers: Seq[(String, String)]

  /** What came behind the body (RFC 9110, section 6.5), in the order sent: empty until it has come whole, as
    * for most requests. Never one of the headers, whatever its name.
    */
  def trailers: Seq[(String, String)]

  /** A cookie by name; the first one when sent repeatedly. */
  @Stable
  def cookie(name: String): Option[String]

  /** All cookies in the order sent. */
  def cookies: Seq[(String, String)]

  /** What the service keeps in a cookie of this browser.
    * @throws IllegalStateException when the route does not go through [[Sessions]]
    */
  final def session: Session = apply(Session.key)

  /** The peer of the connection; a proxy, where one is in between. */
  @Stable
  def remoteAddress: InetSocketAddress

  /** When its head had come, as `System.nanoTime`. */
  @Stable
  private[eddy] def arrivedNanos: Long

  /** The answer when this is for no file. */
  private[eddy] def asNoFile: Refusal

  /** The media type without parameters, in small letters. */
  @Stable
  def contentType: Option[String]

  /** The body; do not change the array. Empty when there was none.
    * @throws IllegalStateException when the route streams bodies; so do the methods below that read the body
    *   whole
    */
  def bodyBytes: Array[Byte]

  /** The body as a stream, to be read once: while it comes, if the route streams bodies. */
  def body: RequestBody

  /** The body by the charset of Content-Type, UTF-8 by default. Wrong bytes become U+FFFD.
    * @throws HttpProblem 415 for a charset that is not known here
    */
  @Stable
  def bodyText: String

  /** The body as JSON; the same object when it is called again with the same codec.
    * @throws HttpProblem 415 unless the content type is JSON (`application/json`, `…+json`), 400 with line
    *   and column for a body that does not parse. Let through by the handler, it is the answer.
    */
  @Stable
  def json[A](using JsonValueCodec[A]): A

  /** The first value of a field of an urlencoded form.
    * @throws HttpProblem 415 unless the content type is `application/x-www-form-urlencoded`, 400 for bad
    *   encoding
    */
  @Stable
  def form(name: String): Option[String]

  /** All values of a field of an urlencoded form, as [[form]]. */
  @Stable
  def formAll(name: String): Seq[String]

  /** A field of an urlencoded form as a value, as [[queryAs]]. */
  @Pure
  @Stable
  final def formAs[A](name: String)(using params: Params[A]): A = params.read("Field", name, formAll(name))

  /** Reads the body as a form with files (`multipart/form-data`, RFC 7578), each file into a temporary file
    * that is removed when the response has ended. The form is read on a thread of its own while it comes.
    *
    * The future fails with [[HttpProblem]]: 415 for another content type, 400 for a malformed form, 413 for
    * one that brings more than `options` or the route's [[Body]] allow; else as [[RequestBody]] says, or with
    * the `IOException` of a file. [[Response.complete]] makes the answer of it.
    */
  def multipart(options: MultipartOptions = MultipartOptions()): Future[Multipart]

  /** As [[multipart]], but each file goes to the destination that `open` returns, while it arrives. `open`
    * and the destination's methods run as events of the request: do not wait for the future in one of them.
    */
  @Registers
  def multipartTo(options: MultipartOptions =
    MultipartOptions())(open: FilePart => FileSink): Future[Multipart]

  /** What a reconnecting EventSource says it has seen (Last-Event-ID). */
  @Stable
  def lastEventId: Option[String]

  /** What a filter has left under `key`.
    * @throws IllegalStateException when none has: the route does not go through that filter
    */
  @Pure
  def apply[A](key: Attribute[A]): A

  /** What a filter has left under `key`, if any has. */
  @Pure
  def get[A](key: Attribute[A]): Option[A]

  /** Leaves a value for the filters that follow and the handler. */
  def set[A](key: Attribute[A], value: A): Unit

  /** Runs `handler` as a further event of this request, after the queued events of its unit. Any thread may
    * call.
    */
  @Registers
  def nextTick(handler: () => Unit): Unit

  /** Runs `handler` as a further event of this request, `delay` from now, unless cancelled. Any thread may
    * call.
    */
  @Registers
  def after(delay: FiniteDuration)(handler: () => Unit): Timer
end Request
