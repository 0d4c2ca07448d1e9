package eddy.bench

import java.net.URI
import java.util.concurrent.TimeUnit

import io.netty.bootstrap.Bootstrap
import io.netty.channel.epoll.{Epoll, EpollIoHandler, EpollSocketChannel}
import io.netty.channel.nio.NioIoHandler
import io.netty.channel.socket.nio.NioSocketChannel
import io.netty.channel.{
  Channel,
  ChannelFuture,
  ChannelHandler,
  ChannelInitializer,
  ChannelOption,
  MultiThreadIoEventLoopGroup
}
import io.netty.handler.codec.http.websocketx.{
  WebSocketClientProtocolConfig,
  WebSocketClientProtocolHandler,
  WebSocketVersion
}
import io.netty.handler.codec.http.{HttpClientCodec, HttpObjectAggregator}

/** WebSocket clients on Netty, all on one I/O thread: the machine belongs to the server. Without compression. */
private[bench] final class Sockets(server: URI, path: String) extends AutoCloseable:
  private val native = Epoll.isAvailable
  private val group =
    new MultiThreadIoEventLoopGroup(1, if native then EpollIoHandler.newFactory else NioIoHandler.newFactory)
  private val port = if server.getPort > 0 then server.getPort else 80

  /** Begins to connect; `handler` hears of the handshake and gets the frames. */
  def connect(handler: ChannelHandler): ChannelFuture =
    val config = WebSocketClientProtocolConfig.newBuilder
      .webSocketUri(URI.create(s"ws://${server.getHost}:$port$path"))
      .version(WebSocketVersion.V13)
      .maxFramePayloadLength(16 * 1024 * 1024)
      .handshakeTimeoutMillis(30_000)
      .dropPongFrames(true)
      .build
    new Bootstrap()
      .group(group)
      .channel(if native then classOf[EpollSocketChannel] else classOf[NioSocketChannel])
      .option(ChannelOption.TCP_NODELAY, true)
      .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, 10_000)
      .handler(new ChannelInitializer[Channel]:
        override def initChannel(channel: Channel): Unit =
          val _ = channel.pipeline.addLast(
            new HttpClientCodec,
            new HttpObjectAggregator(64 * 1024),
            new WebSocketClientProtocolHandler(config),
            handler
          ))
      .connect(server.getHost, port)
  end connect

  override def close(): Unit =
    val _ = group.shutdownGracefully(0, 2, TimeUnit.SECONDS).await(5, TimeUnit.SECONDS)
end Sockets
