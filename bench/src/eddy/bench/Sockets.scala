package eddy.bench

import java.net.URI

import io.netty.bootstrap.Bootstrap
import io.netty.channel.{Channel, ChannelFuture, ChannelHandler, ChannelInitializer, ChannelOption}
import io.netty.handler.codec.http.websocketx.{
  WebSocketClientProtocolConfig,
  WebSocketClientProtocolHandler,
  WebSocketVersion
}
import io.netty.handler.codec.http.{HttpClientCodec, HttpObjectAggregator}

/** WebSocket clients on Netty, all on one I/O thread: the machine belongs to the server. Without compression. */
private[bench] final class Sockets(server: URI, path: String) extends AutoCloseable:
  private val io = new IoThread
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
      .group(io.group)
      .channel(io.connecting)
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

  override def close(): Unit = io.close()
end Sockets
