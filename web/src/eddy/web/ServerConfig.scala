package eddy.web

import eddy.state.LockPolicy
import eddy.web.internal.Checks.inRange

import scala.concurrent.duration.{Duration, DurationInt, FiniteDuration}

/** Which of Netty's transports moves the bytes. */
enum Transport derives CanEqual:

  /** The operating system's own where it is available (epoll on Linux), NIO otherwise. */
  case Auto

  /** The JDK's selectors. */
  case Nio

  /** Linux epoll; starting fails where it is not there. */
  case Epoll
end Transport

/** How a [[Server]] listens and its limits. Safe by default, checked at construction: a wrong value is
  * refused with a message that carries it and the remedy.
  *
  * @param host address or name to listen on; the default is this machine only, `0.0.0.0` is every network
  * @param port 0 takes any free port, see [[RunningServer.port]]
  * @param overload when requests are refused because too many wait
  * @param ioThreads threads that move bytes and parse; handlers do not run on them, but for `runShortAtOnce`
  * @param backlog connections that the operating system may hold before they are accepted
  * @param accessLog one line for each request to the System.Logger `eddy.access`, at INFO
  * @param compression for compressible responses of at least `compressFromBytes`, with the one of `codings`
  *   that the client prefers
  * @param codings ways to compress, best first: of those that the client likes equally the first is taken
  * @param tracing follows requests across processes, such as `web.telemetry` for OpenTelemetry
  * @param eventKeepAlive how often an idle event stream gets a comment, so that proxies keep it open
  * @param unreadyFor on `stop`, how long `/health` answers 503 before connections are refused: lets a load
  *   balancer look away first
  * @param tls HTTPS instead of HTTP, on the one port
  * @param http2 HTTP/2 beside HTTP/1.1, as the client likes it; `None` leaves it out
  * @param locks handlers may share any objects: each runs under the locks that its code needs
  *   (docs/inference.md), and this says what becomes of one whose locks are not free.
  *   `LockPolicy.Unprotected`: no code is looked at and no lock taken; handlers share only thread-safe
  *   objects
  * @param runShortAtOnce handlers of a route that has proved short, some microseconds, run on the I/O thread
  *   that has read their request or message, unless so many come together that idle workers had better help;
  *   when one does not end there within milliseconds, another thread takes the I/O over. False: all run on
  *   workers
  * @param analysisWithin how long the start may wait until the code of all handlers is read, so that it can
  *   refuse one that cannot be protected. The rest is read in the background. A request for a handler that
  *   turns out not to be protected is answered with 500, and the handler is reported. 0 waits for none
  * @param strict the start fails if a handler, or one that it registers, runs alone: excludes every handler
  *   that uses anything shared; also if the code of a handler is not read within `analysisWithin`
  * @param hosts the hosts that requests may be for; those for others get 421
  * @param trustedProxies whose headers are believed about the client: in [[Request.remoteAddress]], limits,
  *   log and traces
  * @param proxyProtocol connections from `trustedProxies` begin with a header of the PROXY protocol, version
  *   1 or 2, which tells the client; those that do not are closed
  * @param secretParameters further parameters of queries and paths whose values access log and traces show as
  *   `REDACTED`, beside `token`, `password` and others (docs/security.md)
  * @param errorPage what browsers are shown for answers of 400 and above, in place of problem documents
  * @param development error pages show the stack trace of a handler's exception, to everybody who reaches the
  *   server
  */
final case class ServerConfig(
    host: String = "127.0.0.1",
    port: Int = 8080,
    limits: Limits = Limits(),
    timeouts: Timeouts = Timeouts(),
    overload: Overload = Overload(),
    ioThreads: Int = 1,
    transport: Transport = Transport.Auto,
    backlog: Int = 1024,
    accessLog: Boolean = true,
    compression: Boolean = true,
    compressFromBytes: Int = 1024,
    eventKeepAlive: FiniteDuration = 15.seconds,
    unreadyFor: FiniteDuration = Duration.Zero,
    tls: Option[Tls] = None,
    http2: Option[Http2] = Some(Http2()),
    locks: LockPolicy = LockPolicy.Park,
    codings: Seq[ContentCoding] = Seq(ContentCoding.Gzip),
    tracing: Option[Tracing] = None,
    runShortAtOnce: Boolean = true,
    analysisWithin: FiniteDuration = 10.seconds,
    strict: Boolean = false,
    hosts: HostNames = HostNames.Auto,
    trustedProxies: Option[TrustedNetworks] = None,
    proxyProtocol: Boolean = false,
    secretParameters: Set[String] = Set.empty,
    errorPage: ErrorPage = ErrorPage.plain,
    development: Boolean = false
):
  require(
    host.nonEmpty,
    "host is empty: give an address such as 127.0.0.1 (this machine only) or 0.0.0.0 (every network)"
  )
  inRange("port", port, 0, 65_535, "0 takes any free one")
  inRange("ioThreads", ioThreads, 1, 64, "1 or 2 are enough: they only move bytes")
  inRange("backlog", backlog, 1, 65_535, "1024 is usual")
  inRange("compressFromBytes", compressFromBytes, 0, Int.MaxValue, "short bodies grow by compression")
  internal.Checks.positive("eventKeepAlive", eventKeepAlive)
  require(unreadyFor.toMillis >= 0, s"unreadyFor = $unreadyFor: must not be negative")
  require(
    analysisWithin.toNanos >= 0,
    s"analysisWithin = $analysisWithin: must not be negative; 0 seconds waits for no code to be read"
  )
  require(
    !strict || locks != LockPolicy.Unprotected && analysisWithin.toNanos > 0,
    s"strict = true with locks = $locks and analysisWithin = $analysisWithin: no code would be read before the " +
      "start; use another policy and a time, or strict = false"
  )
  internal.HostRules.check(hosts)
  require(
    !proxyProtocol || trustedProxies.nonEmpty,
    "proxyProtocol = true: give trustedProxies, too, the addresses from which such connections come"
  )
end ServerConfig
