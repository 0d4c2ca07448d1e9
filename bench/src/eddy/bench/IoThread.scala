package eddy.bench

import java.util.concurrent.TimeUnit

import io.netty.channel.epoll.{Epoll, EpollIoHandler, EpollServerSocketChannel, EpollSocketChannel}
import io.netty.channel.nio.NioIoHandler
import io.netty.channel.socket.nio.{NioServerSocketChannel, NioSocketChannel}
import io.netty.channel.{Channel, EventLoopGroup, MultiThreadIoEventLoopGroup, ServerChannel}

/** The only I/O thread of a load generator, on the transport that this machine offers: the machine belongs to the server. */
private[bench] final class IoThread extends AutoCloseable:
  private val native = Epoll.isAvailable
  val group: EventLoopGroup =
    new MultiThreadIoEventLoopGroup(1, if native then EpollIoHandler.newFactory else NioIoHandler.newFactory)

  /** The kinds of channel that connect and that listen on it. */
  val connecting: Class[? <: Channel] =
    if native then classOf[EpollSocketChannel] else classOf[NioSocketChannel]
  val listening: Class[? <: ServerChannel] =
    if native then classOf[EpollServerSocketChannel] else classOf[NioServerSocketChannel]

  override def close(): Unit =
    val _ = group.shutdownGracefully(0, 2, TimeUnit.SECONDS).await(5, TimeUnit.SECONDS)
end IoThread
