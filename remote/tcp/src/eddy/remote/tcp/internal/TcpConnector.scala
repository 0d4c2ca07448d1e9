package eddy.remote.tcp.internal

import eddy.remote.session.{Connector, SessionDriver}
import eddy.remote.spi.{NodeAddress, TransportSettings}

import java.io.IOException
import java.net.{ConnectException, InetAddress, InetSocketAddress}
import java.util.concurrent.ConcurrentHashMap
import scala.jdk.CollectionConverters.*
import scala.util.{Failure, Success, Try}

import io.netty.bootstrap.{Bootstrap, ServerBootstrap}
import io.netty.channel.{
  AdaptiveRecvByteBufAllocator,
  Channel,
  ChannelFutureListener,
  ChannelHandler,
  ChannelInitializer,
  ChannelOption,
  WriteBufferWaterMark
}

/** Listens and dials.
  *
  * @param tls none: plain TCP
  */
private[tcp] final class TcpConnector(loop: TcpLoop, settings: TransportSettings, tls: Option[TlsFiles])
    extends Connector:
  import TcpConnector.*

  private val open = ConcurrentHashMap.newKeySet[TcpConnection]().nn
  @volatile private var server: Channel | Null = null
  @volatile private var present: SessionDriver | Null = null

  def name: String = "tcp"

  def driver: SessionDriver = present.nn

  /** Binds, and accepts no connection before [[accept]]. Returns the address.
    *
    * @throws java.io.IOException with the address and the remedy
    */
  def listen(host: String, port: Int): String =
    val bound = ServerBootstrap()
      .group(loop.events, loop.events).nn
      .channel(loop.serverClass).nn
      .option(ChannelOption.SO_REUSEADDR, java.lang.Boolean.TRUE).nn
      .option(ChannelOption.AUTO_READ, java.lang.Boolean.FALSE).nn
      .childOption(ChannelOption.TCP_NODELAY, java.lang.Boolean.TRUE).nn
      .childOption(ChannelOption.SO_SNDBUF, sendBufferBytes).nn
      .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, waterMark).nn
      .childOption(ChannelOption.RECVBUF_ALLOCATOR, reads).nn
      .childHandler(initializer(_.accepting(_))(connection => driver.accepted(connection))).nn
      .bind(host, port).nn
      .awaitUninterruptibly().nn
    if !bound.isSuccess then
      throw IOException(
        s"a node cannot listen at $host:$port: ${bound.cause.nn.getMessage}; stop what listens there, or give another port",
        bound.cause
      )
    val channel = bound.channel.nn
    server = channel
    val port1 = channel.localAddress.asInstanceOf[InetSocketAddress].getPort
    s"${if host.contains(':') then s"[$host]" else host}:$port1"
  end listen

  def accept(by: SessionDriver): Unit =
    present = by
    val _ = server.nn.config.nn.setAutoRead(true)

  private def initializer(encrypt: (TlsFiles, Channel) => ChannelHandler)(
      use: TcpConnection => Unit
  ): ChannelInitializer[Channel] =
    new ChannelInitializer[Channel]:
      def initChannel(channel: Channel): Unit =
        val connection = new TcpConnection(channel, driver)
        open.add(connection): Unit
        val closed: ChannelFutureListener = _ => open.remove(connection): Unit
        val _ = channel.closeFuture.nn.addListener(closed)
        // before the handshake of TLS is over, its handler passes nothing on and keeps what is sent
        tls.foreach(files => channel.pipeline.nn.addLast(encrypt(files, channel)): Unit)
        val _ = channel.pipeline.nn.addLast(new TcpFrames(connection, use))

  def connect(to: NodeAddress): Unit = to.hostAndPort match
    case None =>
      loop.execute(() => driver.refused(to, s"\"$to\" is no address such as 10.0.0.7:7801", isFinal = false))
    case Some((host, port)) =>
      var isOver = false
      val limit = loop.after(settings.connectTimeout.toNanos): () =>
        isOver = true
        driver.refused(
          to,
          s"the name $host was not resolved within ${settings.connectTimeout}",
          isFinal = false
        )
      // a name server that does not answer must not hold the thread of all connections
      val _ = Thread.startVirtualThread: () =>
        val resolved = Try(InetAddress.getByName(host).nn)
        loop.execute: () =>
          if !isOver then
            limit.close()
            resolved match
              case Success(address) => connect(to, InetSocketAddress(address, port))
              case Failure(cause) =>
                driver.refused(to, s"the name $host is not known: ${cause.getMessage}", isFinal = false)

  private def connect(to: NodeAddress, at: InetSocketAddress): Unit =
    val timeout = settings.connectTimeout.toMillis.min(Int.MaxValue).toInt
    val connecting = Bootstrap()
      .group(loop.events).nn
      .channel(loop.channelClass).nn
      .option(ChannelOption.TCP_NODELAY, java.lang.Boolean.TRUE).nn
      .option(ChannelOption.SO_SNDBUF, sendBufferBytes).nn
      .option(ChannelOption.WRITE_BUFFER_WATER_MARK, waterMark).nn
      .option(ChannelOption.RECVBUF_ALLOCATOR, reads).nn
      .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, Integer.valueOf(timeout)).nn
      .handler(initializer(_.dialing(_))(connection => driver.connected(to, connection))).nn
      .connect(at).nn
    val connected: ChannelFutureListener = done =>
      if !done.isSuccess then
        val cause = done.cause.nn
        val nobody = isRefused(cause)
        driver.refused(
          to,
          if nobody then s"no node listens at $to" else s"$to: ${cause.getMessage}",
          nobody
        )
    val _ = connecting.addListener(connected)
  end connect

  /** Accepts no more. */
  def close(): Unit =
    val channel = server
    if channel != null then channel.close(): Unit

  def reset(): Unit = open.asScala.foreach(_.reset())
end TcpConnector

private[tcp] object TcpConnector:
  // large enough for a fast network, small enough that what is urgent does not wait behind it
  private val sendBufferBytes = Integer.valueOf(256 << 10)
  private val waterMark = WriteBufferWaterMark(64 << 10, 128 << 10)
  // bytes of one read, according to what the reads before have brought: several pieces of a large message
  private val reads = AdaptiveRecvByteBufAllocator(64, 4 << 10, 256 << 10)

  /** Nobody listens at the port. The exception is of the same class where a listener breaks the new
    * connection: that one lives, and a session with it is to be resumed. The system's words may be in any
    * language, but Netty's for Linux have the number.
    */
  private[tcp] def isRefused(failure: Throwable): Boolean = failure match
    case _: ConnectException =>
      val text = String.valueOf(failure.getMessage)
      text.contains("refused") || text.contains("error(-111)")
    case _ => false
end TcpConnector
