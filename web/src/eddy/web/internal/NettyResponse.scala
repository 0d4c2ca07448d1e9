package eddy.web.internal

import eddy.web.{BodyStream, ContentCoding, Cookie, EventStream, Response, ResponseHead}

import java.nio.ByteBuffer
import java.nio.charset.StandardCharsets.UTF_8
import java.util.concurrent.Flow
import scala.concurrent.{ExecutionContext, Future}

import com.github.plokhotnyuk.jsoniter_scala.core.{JsonValueCodec, writeToArray}
import io.netty.buffer.Unpooled
import io.netty.handler.codec.http.HttpVersion.HTTP_1_1
import io.netty.handler.codec.http.{
  DefaultFullHttpResponse,
  DefaultHttpResponse,
  EmptyHttpHeaders,
  HttpHeaders,
  HttpResponseStatus,
  HttpUtil
}

private[eddy] final class NettyResponse(exchange: Exchange) extends Response:
  private var code = 0
  // as the failure has it
  private var failed = 0
  // none while nobody needs them
  private var made: HttpHeaders | Null = null
  private def headers: HttpHeaders =
    val present = made
    if present != null then present
    else
      val first = exchange.firstHeaders
      made = first
      first
  private var compresses = true

  def status(code: Int): Response =
    require(code >= 200 && code <= 599, s"status = $code: must be from 200 to 599")
    this.code = code
    this

  def header(name: String, value: String): Response =
    ResponseHeaders.check(name, value)
    val _ = headers.set(name, value)
    this

  private[eddy] def addHeader(name: String, value: String): Response =
    ResponseHeaders.check(name, value)
    val _ = headers.add(name, value)
    this

  def cookie(cookie: Cookie): Response =
    val _ = headers.add("Set-Cookie", cookie.render)
    this

  def onHead(change: ResponseHead => Unit): Unit = onHead(change, isOwn = false)
  private[eddy] def onOwnHead(change: ResponseHead => Unit): Unit = onHead(change, isOwn = true)

  private def onHead(change: ResponseHead => Unit, isOwn: Boolean): Unit =
    if committed then throw IllegalStateException("the response has been ended or begun: set onHead before")
    exchange.filtered.onHead(change, isOwn)

  def uncompressed(): NettyResponse =
    compresses = false
    this

  def text(content: String): Unit = finish("text/plain; charset=utf-8", content.getBytes(UTF_8))
  def html(content: String): Unit = finish("text/html; charset=utf-8", content.getBytes(UTF_8))
  def json[A](value: A)(using JsonValueCodec[A]): Unit = finish("application/json", writeToArray(value))
  def bytes(contentType: String, content: Array[Byte]): Unit =
    ResponseHeaders.check("Content-Type", contentType)
    finish(contentType, content)

  def empty(): Unit =
    if code == 0 then code = 204
    finish(null, BodyBuffer.Empty)

  def redirect(location: String, code: Int): Unit =
    require(Set(301, 302, 303, 307, 308)(code), s"code = $code: a redirection is 301, 302, 303, 307 or 308")
    require(
      location.nonEmpty && location.forall(c => c > ' ' && c < 127),
      s"location \"${location.take(80).filterNot(_.isControl)}\": must be percent-encoded ASCII without spaces"
    )
    val _ = status(code).header("Location", location)
    finish(null, BodyBuffer.Empty)

  def fail(status: Int, detail: String): Unit = fail(status, detail, null)

  /** @param failure what was thrown, if that is why */
  private[eddy] def fail(status: Int, detail: String, failure: Throwable | Null): Unit =
    require(status >= 400 && status <= 599, s"status = $status: a failure is from 400 to 599")
    val error = exchange.errorBody(status, detail, headers, failure)
    code = error.status
    failed = status
    error.describe(headers)
    finish(error.mediaType, error.bytes)

  private[eddy] def refuse(refusal: Refusal): Unit =
    refusal.headers.foreach((name, value) => headers.add(name, value): Unit)
    if refusal.status >= 400 then fail(refusal.status, refusal.detail)
    else status(refusal.status).text(refusal.detail)

  def stream(contentType: String): BodyStream =
    ResponseHeaders.check("Content-Type", contentType)
    begin(contentType, isEvents = false)

  def stream(contentType: String, content: Flow.Publisher[ByteBuffer]): Unit =
    content.subscribe(stream(contentType).subscriber())

  private[eddy] def streamAsItIs(
      contentType: String,
      content: Flow.Publisher[ByteBuffer],
      length: Long
  ): Unit =
    val stream = uncompressed().begin(contentType, isEvents = false, length)
    content.subscribe(stream.subscriber())

  def complete[A](result: Future[A])(answer: A => Unit): Unit =
    Events.admit(answer)
    result.onComplete(outcome =>
      val events = exchange.events
      if events != null then
        val event = () => if exchange.answer.get != Answer.ByServer then answer(outcome.get)
        events.add(answer, event)
    )(using ExecutionContext.parasitic)

  def events(): EventStream =
    val _ = headers.set("Cache-Control", "no-cache")
    // Asks nginx and similar proxies not to hold events back.
    val _ = headers.set("X-Accel-Buffering", "no")
    NettyEventStream(begin("text/event-stream", isEvents = true))

  private[eddy] def onGone(callback: () => Unit): Unit = exchange.onGone(callback)

  def committed: Boolean = exchange.answer.get != Answer.Open

  /** @param length of what will be written, if it is known */
  private def begin(contentType: String, isEvents: Boolean, length: Long = -1): StreamOut =
    // the other codings keep too much for a stream that may last
    val isZipped = coding(contentType, exchange.core.config.codings.filter(_ eq GzipCoding)) != null
    changeHead(contentType)
    val stream = StreamOut(exchange, isEvents, isZipped)
    if exchange.commit() then
      val head = DefaultHttpResponse(HTTP_1_1, statusOr200, completed(contentType))
      if length >= 0 then HttpUtil.setContentLength(head, length)
      stream.begin(head)
    else stream.abandoned()
    stream

  override private[eddy] def bytesAsTheyAre(contentType: String, content: Array[Byte]): Unit =
    val core = exchange.core
    val isShared = core.sharesBytes && content.length >= Output.Large
    send(contentType, content, if isShared then core.unsent.sharing(content) else null)

  private def finish(contentType: String | Null, content: Array[Byte]): Unit =
    send(contentType, compressed(contentType, content))

  /** @param written made when the answer is this one */
  private def send(
      contentType: String | Null,
      body: Array[Byte],
      written: (() => Written) | Null = null
  ): Unit =
    changeHead(contentType)
    if exchange.commit() then
      val media = if isPlain && contentType != null then ResponseHeaders.usual(contentType) else null
      val answer = if media == null then full(contentType, body) else PlainAnswer(statusOr200, media, body)
      exchange.send(answer, if written == null then null else written())

  /** Nobody has set a header, and the status goes with a body. */
  private def isPlain =
    made == null && exchange.filteredOrNull == null && code != 204 && code != 205 && code != 304

  private def full(contentType: String | Null, body: Array[Byte]): DefaultFullHttpResponse =
    val all = completed(contentType)
    val status = statusOr200
    if status.code != 204 && status.code != 304 then
      all.set(ResponseHeaders.ContentLength, body.length): Unit
    DefaultFullHttpResponse(HTTP_1_1, status, Unpooled.wrappedBuffer(body), all, EmptyHttpHeaders.INSTANCE)

  private def compressed(contentType: String | Null, content: Array[Byte]): Array[Byte] =
    val config = exchange.core.config
    val chosen =
      if content.length < config.compressFromBytes then null else coding(contentType, config.codings)
    if chosen == null then content else chosen.encode(content)

  /** What the client likes best of `offered`, said in the headers; null when this response is left as it
    * is.
    */
  private def coding(contentType: String | Null, offered: Seq[ContentCoding]): ContentCoding | Null =
    val eligible = exchange.core.config.compression && compresses && offered.nonEmpty && code != 206 && {
      val media = Option(headers.get(ResponseHeaders.ContentType)).getOrElse(contentType)
      media != null && !headers.contains("Content-Encoding") && Gzip.isCompressible(media)
    }
    if !eligible then null
    else
      headers.add("Vary", "Accept-Encoding"): Unit
      val chosen = Negotiation.choose(exchange.http.headers.get("Accept-Encoding"), offered)
      if chosen != null then
        headers.set("Content-Encoding", chosen.name): Unit
        // The bytes differ from those that a strong tag of the handler names.
        val tag = headers.get("ETag")
        if tag != null && !tag.startsWith("W/") then headers.set("ETag", s"W/$tag"): Unit
      chosen

  private def completed(contentType: String | Null): HttpHeaders =
    if contentType != null then
      if !headers.contains(ResponseHeaders.ContentType) then
        headers.set(ResponseHeaders.ContentType, ResponseHeaders.media(contentType)): Unit
      ResponseHeaders.secure(headers, contentType)
    headers

  /** Before the response is claimed: a failure here can still be answered. */
  private def changeHead(contentType: String | Null): Unit =
    val filtered = exchange.filteredOrNull
    if filtered != null && !committed then
      if contentType != null && !headers.contains("Content-Type") then
        headers.set("Content-Type", contentType): Unit
      filtered.change(statusOr200.code, headers)

  /** The headers set until now, for other answers to the same request. */
  def headersSoFar: HttpHeaders = ResponseHeaders.fresh().add(headers)

  /** The headers of a head that the server itself writes. */
  def finalHead(status: Int): HttpHeaders =
    exchange.filtered.change(status, headers)
    headersSoFar

  /** The status of the answer that has been given; of a failure its own, however the client learns of it. */
  def sentStatus: Int = if failed != 0 then failed else statusOr200.code

  private def statusOr200 = HttpResponseStatus.valueOf(if code == 0 then 200 else code)
end NettyResponse
