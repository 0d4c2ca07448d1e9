package eddy.web.internal

import eddy.inference.report.HandlerReport
import eddy.runtime.Engine
import eddy.state.LockPolicy
import eddy.state.spi.HandlerRunner
import eddy.web.internal.tls.TlsContexts
import eddy.web.{Metrics, ServerConfig}

import java.net.InetAddress
import java.util.concurrent.atomic.AtomicInteger
import java.util.concurrent.{ConcurrentHashMap, CountDownLatch}
import scala.concurrent.duration.{Duration, NANOSECONDS}
import scala.jdk.CollectionConverters.given

import io.netty.channel.group.DefaultChannelGroup
import io.netty.channel.{Channel, EventLoop}
import io.netty.handler.codec.http.{HttpHeaderNames, HttpResponse}
import io.netty.util.concurrent.GlobalEventExecutor

/** How far a server's stop has come. */
private[eddy] enum ServerPhase derives CanEqual:
  case Serving

  /** Still serving, but `/health` says 503. */
  case Unready

  /** No new connections; each connection ends with the answers it still owes. */
  case Draining

  /** An I/O thread is gone by a failure of the transport. */
  case Broken

/** What all connections of a server share. */
private[eddy] final class ServerCore(
    val config: ServerConfig,
    val engine: Engine,
    val tree: RouteTree,
    val metrics: Metrics,
    val tls: TlsContexts | Null = null
):
  val ids: RequestIds = RequestIds()

  /** Which hosts requests may be for. */
  val hosts: HostRules = HostRules(
    config.hosts,
    config.host,
    config.tls.nonEmpty,
    () => if tls == null then Set.empty else tls.hosts
  )

  /** What log and traces do not show. */
  val secrets: SecretValues = SecretValues(config.secretParameters)
  lazy val secretPaths: SecretPaths = SecretPaths(tree.routes.map(_.pattern).toSeq, secrets)

  /** A trusted proxy has this address. */
  def isProxy(address: InetAddress | Null): Boolean =
    address != null && config.trustedProxies.exists(_.contains(address))

  /** What floods may say. */
  val floodLog: FloodLog = FloodLog(engine)

  val unsent: UnsentBudget =
    UnsentBudget(config.overload.unsentBytes, metrics.registry, line => floodLog.warn("reset", line))

  /** Bytes that wait for the client of a connection. */
  /** Whether what goes to several clients is in memory once: TLS makes other bytes of it for each. */
  val sharesBytes: Boolean = config.tls.isEmpty

  def unsentOf(channel: Channel): UnsentBytes = channel.pipeline.get(classOf[UnsentBytes])

  val gate: LoadGate =
    LoadGate(
      config.overload,
      engine.config.workers,
      metrics.registry,
      () => unsent.isExceeded,
      () => unsent.isNearlyExceeded
    )

  /** Runs what the application does in answer to requests, under the locks that it needs. */
  val handlers: HandlerRunner = HandlerRunner(engine, config.locks)

  /** Not where handlers may wait for their locks on the thread. */
  val runsShortAtOnce: Boolean = config.runShortAtOnce && (config.locks match
    case LockPolicy.Requeue(_) => false
    case LockPolicy.Park | LockPolicy.Unprotected => true)

  /** The pages about handlers and their locks, see [[eddy.web.Explanation]]. */
  val report: Reused[HandlerReport] = Reused(ReportNanos)
  val advice: Reused[String] = Reused(ReportNanos)

  val accessLog: AccessLog | Null = if config.accessLog then AccessLog(engine) else null
  val connections: DefaultChannelGroup = DefaultChannelGroup(GlobalEventExecutor.INSTANCE)
  val openConnections: AtomicInteger = AtomicInteger()

  val addresses: Addresses = Addresses()

  /** Of clients behind trusted proxies: their WebSockets and event streams, from the handshake on. */
  val clients: Addresses = Addresses()

  /** Connections that have not finished their TLS handshake. */
  val handshakes: AtomicInteger = AtomicInteger()
  @volatile var phase: ServerPhase = ServerPhase.Serving

  /** The server has stopped, or cannot serve any more. */
  val over: CountDownLatch = CountDownLatch(1)

  /** An I/O thread has ended by a failure. Any thread. */
  def ioFailed(failure: Throwable): Unit =
    phase = ServerPhase.Broken
    try engine.report(failure, "an I/O thread of the server, which serves no more")
    finally over.countDown()

  private val sweeps = ConcurrentHashMap[EventLoop, LoopSweep]()
  private[web] val sweepMillis: Long =
    val sockets = tree.routes.map(_.action).collect { case socket: Action.Socket => socket.options }
    val quarters = sockets
      .flatMap(o => Seq[Duration](o.pingInterval, o.pongTimeout, o.closeTimeout, o.idleTimeout))
      .appended(config.eventKeepAlive)
      .filter(_.isFinite)
      .map(_.toMillis / 4)
    val ofBegins =
      tree.routes.map(_.beginNanos).filter(_ != Long.MaxValue).map(NANOSECONDS.toMillis(_) / 4)
    math.max(10L, (quarters ++ ofBegins).appended(config.timeouts.sweepMillis).min)

  /** A response is out, or will never be. On the I/O thread. */
  def finished(exchange: Exchange): Unit =
    val now = System.nanoTime
    metrics.finished(exchange, now)
    val trace = exchange.trace
    if trace != null then trace.end(exchange.status)
    val log = accessLog
    if log != null then log.finished(exchange, now)

  private val hsts = config.tls.flatMap(_.hsts).map(time => s"max-age=${time.toSeconds}")

  /** [[stamp]] adds only the date. */
  val stampsDateOnly: Boolean = hsts.isEmpty

  /** Adds what every response has. */
  def stamp(head: HttpResponse): Unit =
    head.headers.set(HttpHeaderNames.DATE, HttpDate.header): Unit
    hsts.foreach(value => if !head.headers.contains(Hsts) then head.headers.set(Hsts, value): Unit)

  /** Those of the other I/O threads. */
  def sweepsBeside(loop: EventLoop): List[LoopSweep] =
    sweeps.asScala.collect { case (other, sweep) if !(other eq loop) => sweep }.toList

  def sweepOf(loop: EventLoop): LoopSweep = sweeps.computeIfAbsent(loop, l => LoopSweep(l, sweepMillis))
end ServerCore

private final val ReportNanos = 10_000_000_000L

private val Hsts = "Strict-Transport-Security"
