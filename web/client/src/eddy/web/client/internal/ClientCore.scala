package eddy.web.client.internal

import eddy.runtime.Engine
import eddy.web.Tracing
import eddy.web.client.{
  Call,
  ClientConfig,
  ClientException,
  ClientFailure,
  ClientObserver,
  ClientResponse,
  ClientSocketOptions
}
import eddy.web.internal.Events

import java.net.URI
import java.net.http.HttpClient
import java.util.concurrent.atomic.{AtomicInteger, AtomicReferenceArray}
import java.util.concurrent.{ConcurrentHashMap, Executors}
import javax.net.ssl.SSLContext
import scala.concurrent.duration.FiniteDuration
import scala.concurrent.{ExecutionContext, Future}
import scala.util.control.NonFatal

/** What all calls of a client share. */
private[client] final class ClientCore(
    val config: ClientConfig,
    observers: Seq[ClientObserver],
    val engine: Engine
):
  private val running = AtomicInteger()
  private val sockets = ConcurrentHashMap.newKeySet[ClientWebSocket]()
  @volatile private var isClosed = false

  private val lanes = AtomicReferenceArray[HttpClient | Null](Origin.MostLanes)
  private val origins = ConcurrentHashMap[String, Origin]()

  /** The JDK's client that WebSockets and first connections use. */
  def http: HttpClient = lane(0)

  def lane(number: Int): HttpClient =
    val present = lanes.get(number)
    if present != null then present
    else
      val made = make()
      if lanes.compareAndSet(number, null, made) then
        if isClosed then made.shutdown()
        made
      else
        made.shutdown()
        lanes.get(number).nn

  // Its own redirections keep passwords on the way to other hosts; see CallRun.
  private def make(): HttpClient =
    val builder = HttpClient.newBuilder
      .connectTimeout(java.time.Duration.ofNanos(config.connectTimeout.toNanos))
      .followRedirects(HttpClient.Redirect.NEVER)
      .executor(Executors.newThreadPerTaskExecutor(Thread.ofVirtual.name("eddy-client-", 1).factory))
    if config.http2 then
      builder.sslContext(ObservedTls(config.tls.getOrElse(SSLContext.getDefault), opening)): Unit
    else config.tls.foreach(builder.sslContext(_): Unit)
    builder.build

  private def opening(host: String, port: Int): Unit =
    val origin = origins.get(Addresses.originOf(host, port))
    if origin != null then origin.opening()

  /** Null where each call has a connection of its own, as HTTP/1.1 wants it. */
  def originOf(uri: URI): Origin | Null =
    if !config.http2 || !Addresses.isSecure(uri) then null
    else
      if origins.size > ClientCore.ManyOrigins then origins.values.removeIf(_.isIdle): Unit
      origins.computeIfAbsent(Addresses.originOf(uri), _ => Origin(engine))

  def underWay: Int = running.get

  def whole(call: Call): Future[ClientResponse] =
    start(call, streams = false).map(r => new ClientResponse(r))(using ExecutionContext.parasitic)

  def streamed(call: Call): Future[Received] = start(call, streams = true)

  private def start(call: Call, streams: Boolean): Future[Received] =
    counted[Received](call)(_.status): headers =>
      CallRun(this, call, streams, headers).begin()

  /** Opens a WebSocket, which is a call until it is closed. */
  def webSocket(call: Call, options: ClientSocketOptions, events: Events): Future[ClientWebSocket] =
    counted[ClientWebSocket](call)(_ => 101): headers =>
      SocketOpening(this, call, headers, options, events).result.transform { outcome =>
        if outcome.isFailure then over()
        outcome
      }(using ExecutionContext.parasitic)

  def opened(socket: ClientWebSocket): Unit =
    sockets.add(socket): Unit
    if isClosed then socket.close(1001, ClientCore.Closing)

  def closed(socket: ClientWebSocket): Unit =
    sockets.remove(socket): Unit
    over()

  /** Counts a call in, unless there are too many, and has it observed.
    * @param begin begins it, with the headers of those who observe
    */
  private def counted[A](call: Call)(status: A => Int)(begin: Seq[(String, String)] => Future[A]): Future[A] =
    if isClosed then refused(call, ClientFailure.Closed, "the client has been closed")
    else if running.incrementAndGet() > config.maxCalls then
      over()
      refused(
        call,
        ClientFailure.Busy,
        s"${config.maxCalls} calls are under way already: ask less at a time, or raise ClientConfig.maxCalls"
      )
    else
      val observations = observers.map(_.begin(call.method, call.uri))
      val observed = observations.flatMap(_.headers)
      // an observer that follows the calls knows better
      val followed = Tracing.outgoing.filterNot((name, _) => observed.exists(_(0).equalsIgnoreCase(name)))
      // an observer of the end may read the figures at once
      begin(observed ++ followed).transform { outcome =>
        val ended = outcome.fold(failure => Left(Failures.of(call, failure)), answer => Right(status(answer)))
        try observations.foreach(_.end(ended))
        catch case NonFatal(failure) => engine.report(failure, s"observing $call")
        outcome
      }(using ExecutionContext.parasitic)

  /** A call, and the body of its answer, is over. */
  def over(): Unit = running.decrementAndGet(): Unit

  def close(within: FiniteDuration): Unit =
    isClosed = true
    sockets.forEach(_.close(1001, ClientCore.Closing))
    val open = (0 until Origin.MostLanes).map(lanes.get).collect { case client: HttpClient => client }
    open.foreach(_.shutdown())
    val until = System.nanoTime + within.toNanos
    Engine.blocking:
      open.foreach: client =>
        val left = java.time.Duration.ofNanos(math.max(0, until - System.nanoTime))
        if !client.awaitTermination(left) then client.shutdownNow()
    sockets.forEach(_.lost(ClientCore.Closing))

  private def refused(call: Call, failure: ClientFailure, why: String) =
    Future.failed(new ClientException(failure, s"$call was not sent: $why"))
end ClientCore

private[client] object ClientCore:
  private val Closing = "the client closes"
  private final val ManyOrigins = 1000
