package eddy.web.internal

import eddy.runtime.Timer
import eddy.web.{
  Attribute,
  FilePart,
  FileSink,
  HttpProblem,
  Multipart,
  MultipartOptions,
  Request,
  RequestBody
}

import java.net.InetSocketAddress
import java.nio.charset.StandardCharsets.{ISO_8859_1, UTF_8}
import java.nio.charset.{Charset, IllegalCharsetNameException, UnsupportedCharsetException}
import java.nio.file.Path
import scala.concurrent.Future
import scala.concurrent.duration.FiniteDuration
import scala.jdk.CollectionConverters.given

import com.github.plokhotnyuk.jsoniter_scala.core.JsonValueCodec
import io.netty.handler.codec.http.HttpUtil

/** @param sent its buffered body; null while that has not come
  * @param events runs further events of this request, with its way of treating failures
  */
private[eddy] final class NettyRequest(
    private[web] val exchange: Exchange,
    target: Target,
    matched: RouteMatch,
    sent: Array[Byte] | Null,
    streamed: BodyIn | Null,
    events: Events
) extends Request:
  def remoteAddress: InetSocketAddress = exchange.remoteAddress
  private[eddy] def core: ServerCore = exchange.core
  private[eddy] def isStreamed: Boolean = streamed != null
  private val http = exchange.http

  private lazy val received: Array[Byte] =
    val whole = sent
    if whole == null then
      throw IllegalStateException(
        s"a filter of ${matched.route} that decides by the head (Filter.atHead) reads the body, which has not come yet: put the routes through it without atHead"
      )
    else if whole.length > 0 && EncodedBody.isGzip(http) then EncodedBody.expand(whole, exchange.bodyLimit)
    else whole

  private[eddy] def asNoFile: Refusal = Unrouted.notFile(core.tree, method, target)

  def id: String = exchange.id
  private[eddy] def arrivedNanos: Long = exchange.arrivedNanos
  def method: String = exchange.method
  def path: String = target.path
  def rawTarget: String = target.raw
  def host: String =
    val named = target.authority
    if named != null then named else header("Host").getOrElse("")

  def path(name: String): String =
    val names = matched.route.pattern.names
    val at = names.indexOf(name)
    require(
      at >= 0,
      s"route ${matched.route} has no \"$name\"${
          if names.isEmpty then "" else s", only ${names.mkString(", ")}"
        }"
    )
    matched.values(at)

  private lazy val queried: Seq[Pair] =
    val raw = target.rawQuery
    if raw == null then Nil else Pairs.urlencoded(raw)

  /** All of them; a value that does not decode is as sent. */
  private[eddy] def queryPairs: Seq[(String, String)] = queried.map(p => (p.name, p.value))

  def query(name: String): Option[String] = queried.find(_.name == name).map(sound("Query parameter", _))
  def queryAll(name: String): Seq[String] = queried.filter(_.name == name).map(sound("Query parameter", _))

  private def sound(what: String, pair: Pair): String =
    if pair.isText then pair.value
    else
      throw HttpProblem(
        400,
        s"$what \"${pair.name.take(40)}\": its percent-encoding is malformed or not UTF-8."
      )

  def header(name: String): Option[String] = Option(http.headers.get(name))
  def headers: Seq[(String, String)] = HeaderLines.of(http)

  lazy val cookies: Seq[(String, String)] = http.headers.getAll("Cookie").asScala.toSeq.flatMap(Pairs.cookies)
  def trailers: Seq[(String, String)] = exchange.trailers

  def cookie(name: String): Option[String] = cookies.collectFirst { case (`name`, value) => value }

  def contentType: Option[String] = header("Content-Type").map(MediaTypes.bare)

  def bodyBytes: Array[Byte] =
    if streamed == null then received
    else
      throw IllegalStateException(
        s"${matched.route} streams its bodies: read request.body, or register the route without Body.Streamed"
      )

  lazy val body: RequestBody =
    val in = streamed
    if in == null then NettyRequestBody(BodyIn.of(received), Some(received.length.toLong), events)
    else
      val length = HttpUtil.getContentLength(http, -1L)
      NettyRequestBody(in, Option.when(length >= 0)(length), events)

  def bodyText: String =
    val named = header("Content-Type").flatMap(MediaTypes.parameter(_, "charset"))
    val charset =
      try named.fold(UTF_8)(Charset.forName)
      catch
        case _: IllegalCharsetNameException | _: UnsupportedCharsetException =>
          throw HttpProblem(415, "The body's charset is not known here; send UTF-8.")
    String(bodyBytes, charset)

  // keys of maps may be in it, so that it is read before the handler runs
  @volatile private var parsed: (JsonValueCodec[?], Any) | Null = null

  def json[A](using codec: JsonValueCodec[A]): A =
    val before = parsed
    if before != null && (before(0) eq codec) then before(1).asInstanceOf[A]
    else
      val read = JsonBody.read(contentType, bodyBytes)
      parsed = (codec, read)
      read

  private lazy val formed: Seq[Pair] =
    if !contentType.contains("application/x-www-form-urlencoded") then
      throw HttpProblem(415, "The body must be a form: Content-Type application/x-www-form-urlencoded.")
    Pairs.urlencoded(String(bodyBytes, ISO_8859_1))

  def form(name: String): Option[String] = formed.find(_.name == name).map(sound("Field", _))
  def formAll(name: String): Seq[String] = formed.filter(_.name == name).map(sound("Field", _))

  def multipart(options: MultipartOptions): Future[Multipart] =
    FormReading.toFiles(this, exchange.temporaryFiles, options)
  def multipartTo(options: MultipartOptions)(open: FilePart => FileSink): Future[Multipart] =
    FormReading.toSinks(this, options, Events.admitted(open))

  /** A file that goes when the request is over. */
  private[eddy] def temporaryFile(): Path = exchange.temporaryFiles.create(None)

  def lastEventId: Option[String] =
    header("Last-Event-ID").map(raw => String(raw.getBytes("ISO-8859-1"), UTF_8))

  def apply[A](key: Attribute[A]): A = get(key).getOrElse:
    throw IllegalStateException(
      s"nothing has set the attribute ${key.name} of $exchange: put ${matched.route} through the filter that does"
    )
  def get[A](key: Attribute[A]): Option[A] =
    val filtered = exchange.filteredOrNull
    if filtered == null then None else filtered.get(key)
  def set[A](key: Attribute[A], value: A): Unit = exchange.filtered.set(key, value)

  def nextTick(callback: () => Unit): Unit =
    Events.admit(callback)
    events.run(callback)
  def after(delay: FiniteDuration)(callback: () => Unit): Timer =
    Events.admit(callback)
    core.engine.after(delay)(() => events.run(callback))
end NettyRequest

private[eddy] object NettyRequest:
  /** The server that a request came to. */
  def coreOf(request: Request): ServerCore = of(request).core

  /** As the server made it. */
  def of(request: Request): NettyRequest = request match
    case r: NettyRequest => r
    case other =>
      throw IllegalArgumentException(s"${other.getClass.getName} is not a request of a running server")
