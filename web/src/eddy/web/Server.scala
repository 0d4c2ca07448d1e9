package eddy.web

import eddy.runtime.{Engine, Timer}
import eddy.state.{Confined, Registers}
import eddy.web.internal.tls.TlsContexts
import eddy.web.internal.{
  DefaultLog,
  EngineMeters,
  Events,
  PortCheck,
  Preparation,
  Protocols,
  RouteWarnings,
  ServerCore,
  StartFailure,
  TransportChoice
}

import java.lang.System.Logger.Level.{INFO, WARNING}
import java.net.InetSocketAddress
import scala.concurrent.duration.FiniteDuration

import io.netty.bootstrap.ServerBootstrap
import io.netty.channel.socket.SocketChannel
import io.netty.channel.{ChannelInitializer, ChannelOption}

/** An HTTP server (1.1 and 2, with TLS or without), not yet started.
  *
  * @param metrics where it measures itself; give your own to add meters of the application
  */
@Confined
final class Server(val config: ServerConfig, val metrics: Metrics = Metrics())(using engine: Engine):

  /** Listens and serves; returns when the port is open. First it looks whether it may have that, then it
    * reads the code of all handlers (docs/inference.md), for at most
    * `ServerConfig.analysisWithin`.
    * @throws ServerStartException when it cannot, or a handler writes what no lock can protect; the message
    *   says what to do
    */
  def start(routes: Routes): RunningServer =
    Explanation.asked.foreach: form =>
      Explanation.put(routes, form)
      System.exit(0)
    DefaultLog.use()
    PortCheck(config)
    warn(routes)
    val preparation = Preparation.begin(config, routes.tree, metrics)
    val transport = TransportChoice.of(config.transport)
    val contexts = config.tls match
      case Some(tls) => TlsContexts.load(tls, config.http2.nonEmpty)
      case None => null
    preparation.finish(config, engine)
    val core = ServerCore(config, engine, routes.tree, metrics, contexts)
    val group = transport.newGroup(config.ioThreads, core.ioFailed)
    EngineMeters.bind(engine, metrics.registry)
    EngineMeters.bindParked(core.handlers, metrics.registry)
    val address = InetSocketAddress(config.host, config.port)
    val bootstrap = ServerBootstrap()
    // sent bytes that are not acknowledged, as the client has vanished: over HTTP/1.1 nothing else tells
    // that
    transport.unacknowledged.foreach: option =>
      bootstrap.childOption(
        option,
        Integer.valueOf(math.min(Int.MaxValue.toLong, config.timeouts.write.toMillis).toInt)
      ): Unit
    val bound = bootstrap
      .group(group)
      .channel(transport.channel)
      .option(ChannelOption.SO_BACKLOG, Integer.valueOf(config.backlog))
      .option(ChannelOption.SO_REUSEADDR, java.lang.Boolean.TRUE)
      .childOption(ChannelOption.TCP_NODELAY, java.lang.Boolean.TRUE)
      .childOption(ChannelOption.ALLOW_HALF_CLOSURE, java.lang.Boolean.TRUE)
      .childHandler(
        new ChannelInitializer[SocketChannel]:
          def initChannel(channel: SocketChannel): Unit =
            Protocols.open(core, channel)
      )
      .bind(address)
      .awaitUninterruptibly()
    if !bound.isSuccess then
      group.shutdownGracefully(0, 0, java.util.concurrent.TimeUnit.MILLISECONDS): Unit
      throw StartFailure.explain(config, bound.cause)
    if core.hosts.isOpen && config.hosts == HostNames.Auto then
      System.getLogger("eddy.web").log(
        INFO,
        s"answers to any host name, as it listens on ${config.host} without TLS; list its own in ServerConfig.hosts"
      )
    RunningServer(core, bound.channel, group, transport.name)
  end start

  private def warn(routes: Routes): Unit =
    val open =
      if config.development then
        Seq(s"development = true: error pages show stack traces to everybody who reaches ${config.host}")
      else Nil
    (RouteWarnings.of(routes.tree) ++ open).foreach(System.getLogger("eddy.web").log(WARNING, _))

  /** As the other, with one handler for every request, whatever its method and path. */
  @Registers
  def start(handler: Connection => Unit): RunningServer = start(Routes.all(handler))

  /** Runs `handler` as a further event of the request or WebSocket whose handler calls this, after the
    * events that it has queued: when the present event has ended, before anything comes after it, and under
    * locks of its own.
    * @throws IllegalStateException outside of such a handler
    * @throws eddy.state.UnprotectedStateException if it is known that no lock can protect what `handler`
    *   writes
    */
  @Registers
  def nextTick(handler: () => Unit): Unit =
    val events = Events.current("nextTick")
    Events.admit(handler)
    events.run(handler)

  /** As [[nextTick]], `delay` from now, unless cancelled. */
  @Registers
  def after(delay: FiniteDuration)(handler: () => Unit): Timer =
    val events = Events.current("after")
    Events.admit(handler)
    engine.after(delay)(() => events.run(handler))
end Server

object Server:
  def apply(config: ServerConfig)(using Engine): Server = new Server(config)

  def apply(config: ServerConfig, metrics: Metrics)(using Engine): Server = new Server(config, metrics)

  /** A server for this machine only, with every default. */
  def apply(port: Int)(using Engine): Server = new Server(ServerConfig(port = port))
