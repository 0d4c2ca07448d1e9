package eddy.web

import eddy.runtime.Engine
import eddy.web.internal.tls.TlsContexts
import eddy.web.internal.{EngineMeters, Protocols, ServerCore, StartFailure, TransportChoice}

import java.net.InetSocketAddress

import io.netty.bootstrap.ServerBootstrap
import io.netty.channel.socket.SocketChannel
import io.netty.channel.{ChannelInitializer, ChannelOption}

/** An HTTP server (1.1 and 2, with TLS or without), not yet started.
  *
  * @param metrics where it measures itself; give your own to add meters of the application
  */
final class Server(val config: ServerConfig, val metrics: Metrics = Metrics())(using engine: Engine):

  /** Listens and serves; returns when the port is open.
    * @throws ServerStartException when it cannot; the message says what to do
    */
  def start(routes: Routes): RunningServer =
    val transport = TransportChoice.of(config.transport)
    val contexts = config.tls match
      case Some(tls) => TlsContexts.load(tls, config.http2.nonEmpty)
      case None => null
    val core = ServerCore(config, engine, routes.tree, metrics, contexts)
    val group = transport.newGroup(config.ioThreads)
    EngineMeters.bind(engine, metrics.registry)
    val address = InetSocketAddress(config.host, config.port)
    val bound = ServerBootstrap()
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
    RunningServer(core, bound.channel, group, transport.name)
  end start
end Server

object Server:
  def apply(config: ServerConfig)(using Engine): Server = new Server(config)

  def apply(config: ServerConfig, metrics: Metrics)(using Engine): Server = new Server(config, metrics)

  /** A server for this machine only, with every default. */
  def apply(port: Int)(using Engine): Server = new Server(ServerConfig(port = port))
