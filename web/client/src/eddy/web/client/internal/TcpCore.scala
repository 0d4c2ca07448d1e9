package eddy.web.client.internal

import eddy.runtime.Engine
import eddy.web.Transport
import eddy.web.client.{ClientException, ClientFailure, TcpConfig}
import eddy.web.internal.{Events, LoopSweep, TransportChoice, whenDone}

import java.net.InetSocketAddress
import java.util.concurrent.ConcurrentHashMap
import java.util.concurrent.TimeUnit.MILLISECONDS
import java.util.concurrent.atomic.AtomicInteger
import javax.net.ssl.SSLContext
import scala.concurrent.duration.FiniteDuration
import scala.concurrent.{Future, Promise}
import scala.util.control.NonFatal

import io.netty.bootstrap.Bootstrap
import io.netty.channel.socket.SocketChannel
import io.netty.channel.{ChannelInitializer, ChannelOption, EventLoop}
import io.netty.handler.ssl.SslHandler

/** What all sockets of a [[eddy.web.client.TcpClient]] share. */
private[client] final class TcpCore(val config: TcpConfig, val engine: Engine):
  private val transport = TransportChoice.of(Transport.Auto)
  private lazy val group = transport.newGroup(1)
  private val sockets = ConcurrentHashMap.newKeySet[NettyTcpSocket]()
  private val sweeps = ConcurrentHashMap[EventLoop, LoopSweep]()
  private val counted = AtomicInteger()
  @volatile private var isClosed = false

  def open: Int = counted.get

  def sweepOf(loop: EventLoop): LoopSweep =
    sweeps.computeIfAbsent(loop, l => LoopSweep(l, math.max(10, config.writeTimeout.toMillis / 4)))

  def connect(host: String, port: Int, isSecure: Boolean, events: Events): Future[NettyTcpSocket] =
    val label = s"$host:$port"
    if isClosed then Future.failed(failure(ClientFailure.Closed, label, "the client has been closed"))
    else if counted.incrementAndGet() > config.maxSockets then
      counted.decrementAndGet(): Unit
      Future.failed(failure(
        ClientFailure.Busy,
        label,
        s"${config.maxSockets} are open already: close some, or raise TcpConfig.maxSockets"
      ))
    else
      val promise = Promise[NettyTcpSocket]()
      // looking a name up may take seconds, and blocks
      Thread.ofVirtual.name(s"eddy-connect-$label").start(() => begin(host, port, isSecure, events, promise))
      promise.future

  private def begin(
      host: String,
      port: Int,
      isSecure: Boolean,
      events: Events,
      promise: Promise[NettyTcpSocket]
  ): Unit =
    val label = s"$host:$port"
    def fail(kind: ClientFailure, why: String, cause: Throwable | Null = null): Unit =
      counted.decrementAndGet(): Unit
      promise.failure(failure(kind, label, why, cause)): Unit
    try
      val address = InetSocketAddress(host, port)
      if address.isUnresolved then fail(ClientFailure.Connect, s"no host has the name $host")
      else
        val socket = NettyTcpSocket(this, label, address, events)
        val tls = if isSecure then handler(host, port) else null
        val connected = Bootstrap()
          .group(group)
          .channel(transport.outgoing)
          .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, Integer.valueOf(config.connectTimeout.toMillis.toInt))
          .option(ChannelOption.TCP_NODELAY, java.lang.Boolean.TRUE)
          .option(ChannelOption.ALLOW_HALF_CLOSURE, java.lang.Boolean.TRUE)
          .option(ChannelOption.AUTO_READ, java.lang.Boolean.FALSE)
          .handler(new ChannelInitializer[SocketChannel]:
            def initChannel(channel: SocketChannel): Unit =
              if tls != null then channel.pipeline.addLast(tls): Unit
              channel.pipeline.addLast(socket): Unit)
          .connect(address)
        connected.whenDone: () =>
          if !connected.isSuccess then
            fail(
              ClientFailure.Connect,
              s"nobody answers there (${connected.cause.getMessage})",
              connected.cause
            )
          else if tls == null then opened(socket, promise)
          else
            val agreed = tls.handshakeFuture
            agreed.addListener((_: io.netty.util.concurrent.Future[io.netty.channel.Channel]) =>
              if agreed.isSuccess then opened(socket, promise)
              else
                connected.channel.close(): Unit
                fail(ClientFailure.Connect, s"TLS failed (${agreed.cause.getMessage})", agreed.cause)
            ): Unit
      end if
    catch case NonFatal(wrong) => fail(ClientFailure.Connect, String.valueOf(wrong.getMessage), wrong)
    end try
  end begin

  private def handler(host: String, port: Int): SslHandler =
    val context = config.tls.getOrElse(SSLContext.getDefault)
    val engine = context.createSSLEngine(host, port)
    engine.setUseClientMode(true)
    val parameters = engine.getSSLParameters
    // the certificate must be one for this host
    parameters.setEndpointIdentificationAlgorithm("HTTPS")
    engine.setSSLParameters(parameters)
    val handler = SslHandler(engine)
    handler.setHandshakeTimeoutMillis(config.connectTimeout.toMillis)
    handler

  /** On the I/O thread. */
  private def opened(socket: NettyTcpSocket, promise: Promise[NettyTcpSocket]): Unit =
    sockets.add(socket): Unit
    socket.opened()
    if isClosed then socket.close()
    promise.success(socket): Unit

  def closed(socket: NettyTcpSocket): Unit =
    if sockets.remove(socket) then counted.decrementAndGet(): Unit

  def close(within: FiniteDuration): Unit =
    isClosed = true
    sockets.forEach(_.close())
    Engine.blocking:
      val all = sockets.toArray(Array.empty[NettyTcpSocket])
      val until = System.nanoTime + within.toNanos
      all.foreach(_.awaitEnd(until - System.nanoTime))
      group.shutdownGracefully(
        0,
        math.max(1, (until - System.nanoTime) / 1_000_000),
        MILLISECONDS
      ).awaitUninterruptibly(): Unit

  private def failure(kind: ClientFailure, label: String, why: String, cause: Throwable | Null = null) =
    new ClientException(kind, s"TCP $label: $why", cause)
end TcpCore
