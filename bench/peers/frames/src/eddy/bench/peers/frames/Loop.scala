package eddy.bench.peers.frames

import io.netty.bootstrap.{Bootstrap, ServerBootstrap}
import io.netty.channel.epoll.{Epoll, EpollIoHandler, EpollServerSocketChannel, EpollSocketChannel}
import io.netty.channel.nio.NioIoHandler
import io.netty.channel.socket.nio.{NioServerSocketChannel, NioSocketChannel}
import io.netty.channel.{
  Channel,
  ChannelHandler,
  ChannelInitializer,
  ChannelOption,
  MultiThreadIoEventLoopGroup
}
import io.netty.util.concurrent.DefaultThreadFactory

/** A thread for one connection. */
private[frames] final class Loop:
  private val group = MultiThreadIoEventLoopGroup(
    1,
    DefaultThreadFactory("frames", true),
    if Epoll.isAvailable then EpollIoHandler.newFactory() else NioIoHandler.newFactory()
  )

  def listen(handler: () => ChannelHandler): Channel =
    ServerBootstrap().group(group, group).nn
      .channel(if Epoll.isAvailable then classOf[EpollServerSocketChannel]
      else classOf[NioServerSocketChannel]).nn
      .childOption(ChannelOption.TCP_NODELAY, java.lang.Boolean.TRUE).nn
      .childHandler(pipeline(handler)).nn
      .bind("127.0.0.1", 0).nn.syncUninterruptibly().nn.channel.nn

  def connect(port: Int, handler: () => ChannelHandler): Channel =
    Bootstrap().group(group).nn
      .channel(if Epoll.isAvailable then classOf[EpollSocketChannel] else classOf[NioSocketChannel]).nn
      .option(ChannelOption.TCP_NODELAY, java.lang.Boolean.TRUE).nn
      .handler(pipeline(handler)).nn
      .connect("127.0.0.1", port).nn.syncUninterruptibly().nn.channel.nn

  private def pipeline(handler: () => ChannelHandler) = new ChannelInitializer[Channel]:
    def initChannel(channel: Channel): Unit = Frame.decode(channel.pipeline.nn).addLast(handler()): Unit

  def close(): Unit = group.shutdownGracefully(): Unit
end Loop
