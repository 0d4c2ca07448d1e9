package eddy.web.client.internal

import eddy.runtime.Timer
import eddy.web.client.{Call, ClientException, ClientFailure}
import eddy.web.internal.BodyIn

import java.net.URI
import java.net.http.HttpResponse.{BodyHandler, ResponseInfo}
import java.net.http.{HttpClient, HttpRequest, HttpResponse}
import java.util.concurrent.CompletableFuture
import java.util.concurrent.atomic.AtomicBoolean
import scala.concurrent.{Future, Promise}
import scala.jdk.CollectionConverters.*
import scala.util.control.NonFatal

/** One call on its way, from redirection to redirection.
  *
  * Redirections are followed here (RFC 9110, section 15.4), because what belongs to one origin must not go to
  * another: passwords and cookies stay behind, and nothing leads from https to http.
  */
private[client] final class CallRun(
    core: ClientCore,
    call: Call,
    streams: Boolean,
    moreHeaders: Seq[(String, String)]
):
  import CallRun.*
  private val config = core.config
  private val promise = Promise[Received]()
  private val limit = call.timeoutSet.getOrElse(config.timeout)
  private val countedOut = AtomicBoolean()
  @volatile private var under: Sending | Null = null
  @volatile private var streaming = false

  /** When its caller learns of the end, it is no longer under way, and another call may take its slot.
    */
  def begin(): Future[Received] =
    val timer: Timer = core.engine.after(limit): () =>
      fail(failure(ClientFailure.Timeout, s"no answer within $limit"))
    hop(Hop(call.method, call.uri, call.headers, call.body), config.maxRedirects)
    promise.future.transform { outcome =>
      timer.cancel(): Unit
      if !streaming then countOut()
      outcome
    }(using scala.concurrent.ExecutionContext.parasitic)

  private def countOut(): Unit = if countedOut.compareAndSet(false, true) then core.over()

  private def fail(cause: Throwable): Unit =
    if promise.tryFailure(cause) then
      val present = under
      if present != null then present.cancel()

  private def failure(kind: ClientFailure, why: String) = new ClientException(kind, s"$call: $why")

  private def hop(to: Hop, left: Int): Unit =
    val origin = core.originOf(to.uri)
    val sending = Sending(to, left, origin)
    under = sending
    if origin == null then sending.start(0) else origin.run(sending)

  /** One request on its way. */
  private final class Sending(to: Hop, left: Int, origin: Origin | Null) extends Attempt:
    private val ended = AtomicBoolean()
    @volatile private var sent: CompletableFuture[?] | Null = null

    def isOver: Boolean = promise.isCompleted

    def start(lane: Int): Unit =
      try
        val exchange = core.lane(lane).sendAsync(request(to), handler(this))
        sent = exchange
        // the time was up before there was anything to cancel
        if isOver then exchange.cancel(true): Unit
        exchange.whenComplete((response, failed) =>
          if failed != null then lost(failed, lane)
          else
            if !streaming then end(failed = false)
            try arrived(to, response, left)
            catch case NonFatal(wrong) => fail(wrong)
        ): Unit
      catch
        case NonFatal(failed) =>
          end(failed = true)
          fail(failed)

    private def lost(failed: Throwable, lane: Int): Unit =
      val noStream = Failures.isUnsent(failed)
      val isAgain = noStream || Failures.isUnprocessed(failed) && to.body.isReplayable
      if origin != null && isAgain && !isOver then origin.refused(this, lane, noStream)
      else
        end(failed = true)
        fail(Failures.of(call, failed))

    def cancel(): Unit =
      if origin != null then origin.forget(this)
      val exchange = sent
      if exchange != null then exchange.cancel(true): Unit

    /** The header of the answer has come. */
    def answered(version: HttpClient.Version): Unit = if origin != null then origin.answered(version)

    /** Nothing more comes of it. */
    def end(failed: Boolean): Unit =
      if origin != null && ended.compareAndSet(false, true) then origin.over(failed)
  end Sending

  private def request(to: Hop): HttpRequest =
    val http2 = config.http2 && Addresses.isSecure(to.uri)
    val builder = HttpRequest.newBuilder(to.uri)
      .version(if http2 then HttpClient.Version.HTTP_2 else HttpClient.Version.HTTP_1_1)
      .method(to.method, to.body.publisher)
    val own = to.headers.map((name, _) => name.toLowerCase(java.util.Locale.ROOT)).toSet
    to.headers.foreach((name, value) => builder.header(name, value): Unit)
    (moreHeaders :+ ("User-Agent" -> config.userAgent)).foreach: (name, value) =>
      if !own(name.toLowerCase(java.util.Locale.ROOT)) then builder.header(name, value): Unit
    builder.build

  private def handler(sending: Sending): BodyHandler[Array[Byte] | BodyIn] = info =>
    sending.answered(info.version)
    val most = call.maxBytesSet.getOrElse(config.maxBodyBytes)
    def tooLarge() = failure(
      ClientFailure.TooLarge,
      s"the answer is larger than $most bytes: stream it, or allow more (maxBytes)"
    )
    if streams && !isRedirect(info) then
      streaming = true
      StreamedBody(
        core.engine,
        config.idleTimeout,
        () => failure(ClientFailure.Timeout, s"the answer's body sent nothing for ${config.idleTimeout}"),
        Failures.of(call, _),
        () =>
          sending.end(failed = false)
          countOut()
      )
    else WholeBody(most, () => tooLarge())

  private def isRedirect(info: ResponseInfo) =
    config.maxRedirects > 0 && Redirects(info.statusCode) && info.headers.firstValue("Location").isPresent

  private def arrived(from: Hop, response: HttpResponse[Array[Byte] | BodyIn], left: Int): Unit =
    val headers =
      for
        entry <- response.headers.map.asScala.toSeq if !entry(0).startsWith(":")
        value <- entry(1).asScala
      yield entry(0) -> value
    val location = response.headers.firstValue("Location")
    if config.maxRedirects > 0 && Redirects(response.statusCode) && location.isPresent then
      if left == 0 then
        fail(failure(ClientFailure.Redirect, s"more than ${config.maxRedirects} redirections"))
      else hop(redirected(from, response.statusCode, location.get), left - 1)
    else
      val received = Received(core.engine, from.method, from.uri, response.statusCode, headers, response.body)
      if !promise.trySuccess(received) && streaming then received.stream.release()

  private def redirected(from: Hop, status: Int, location: String): Hop =
    val to =
      try Addresses.check(URI(References.resolve(from.uri.toString, References.encoded(location))))
      catch
        case wrong @ (_: IllegalArgumentException | _: java.net.URISyntaxException) =>
          throw new ClientException(
            ClientFailure.Redirect,
            s"$call: redirected to an address that is not http (${wrong.getMessage})",
            wrong
          )
    if Addresses.isSecure(from.uri) && !Addresses.isSecure(to) then
      throw failure(ClientFailure.Redirect, s"redirected from https to ${Addresses.shown(to)}")
    val becomesGet = status == 303 && from.method != "HEAD" || status <= 302 && from.method == "POST"
    val (method, body) = if becomesGet then ("GET", CallBody.None) else (from.method, from.body)
    if !body.isReplayable then
      throw failure(
        ClientFailure.Redirect,
        s"redirected to ${Addresses.shown(to)} with its body, which comes only once"
      )
    val headers = from.headers.filter: (name, _) =>
      val lower = name.toLowerCase(java.util.Locale.ROOT)
      (!becomesGet || lower != "content-type") && (Addresses.sameOrigin(from.uri, to) || !Secret(lower))
    Hop(method, to, headers, body)
  end redirected
end CallRun

private[client] object CallRun:
  /** One request of a call; each redirection makes another. */
  private final case class Hop(method: String, uri: URI, headers: Seq[(String, String)], body: CallBody)

  private val Redirects = Set(301, 302, 303, 307, 308)
  private val Secret = Set("authorization", "cookie", "proxy-authorization")
