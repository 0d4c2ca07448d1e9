package eddy.web.internal

import eddy.web.{ServerStartException, Transport}

import java.util.concurrent.atomic.AtomicInteger
import java.util.concurrent.{Executor, ThreadFactory}

import io.netty.channel.epoll.{
  Epoll,
  EpollChannelOption,
  EpollIoHandler,
  EpollServerSocketChannel,
  EpollSocketChannel
}
import io.netty.channel.nio.NioIoHandler
import io.netty.channel.socket.nio.{NioServerSocketChannel, NioSocketChannel}
import io.netty.channel.socket.{ServerSocketChannel, SocketChannel}
import io.netty.channel.{
  Channel,
  ChannelException,
  ChannelOption,
  IoEventLoop,
  IoHandlerFactory,
  MultiThreadIoEventLoopGroup
}
import io.netty.handler.codec.http2.Http2StreamChannel
import io.netty.util.concurrent.FastThreadLocalThread

/** The transport that this machine offers, and the I/O threads on it. */
private[eddy] final class TransportChoice(
    val name: String,
    handlers: IoHandlerFactory,
    val channel: Class[? <: ServerSocketChannel],
    val outgoing: Class[? <: SocketChannel],
    val unacknowledged: Option[ChannelOption[Integer]] = None
):
  /** @param died called when the transport fails on one of its threads, which ends with that */
  def newGroup(threads: Int, died: Throwable => Unit = _ => ()): MultiThreadIoEventLoopGroup =
    // Netty makes the loops while it makes the group: nothing of this object is used there.
    new MultiThreadIoEventLoopGroup(threads, TransportChoice.threads, handlers):
      override protected def newChild(
          executor: Executor,
          factory: IoHandlerFactory,
          more: AnyRef*
      ): IoEventLoop =
        IoLoop(this, executor, factory, died)

private[eddy] object TransportChoice:
  def of(wanted: Transport): TransportChoice = wanted match
    case Transport.Auto => if Epoll.isAvailable then epoll else nio
    case Transport.Nio => nio
    case Transport.Epoll =>
      if Epoll.isAvailable then epoll
      else
        throw ServerStartException(
          s"transport Epoll is not available here (${Epoll.unavailabilityCause.getMessage}): use Transport.Auto",
          Epoll.unavailabilityCause
        )

  /** What the system has taken and not sent is ahead of whatever is more urgent, such as a pong: little is
    * to be there.
    */
  def keepLittleUnsent(channel: Channel): Unit = channel match
    case socket: EpollSocketChannel =>
      try socket.config.setTcpNotSentLowAt(MaxNotSent): Unit
      // the client has gone meanwhile, which the channel tells otherwise
      catch case _: (ChannelException | java.io.IOException | java.io.UncheckedIOException) => ()
    case stream: Http2StreamChannel => keepLittleUnsent(stream.parent)
    case _ => ()

  private final val MaxNotSent = 64L * 1024

  private def epoll = TransportChoice(
    "epoll",
    EpollIoHandler.newFactory(),
    classOf[EpollServerSocketChannel],
    classOf[EpollSocketChannel],
    Some(EpollChannelOption.TCP_USER_TIMEOUT)
  )
  private def nio = TransportChoice(
    "nio",
    NioIoHandler.newFactory(),
    classOf[NioServerSocketChannel],
    classOf[NioSocketChannel]
  )

  private val count = AtomicInteger()
  private val threads: ThreadFactory = task =>
    val thread = new FastThreadLocalThread(task, s"eddy-io-${count.incrementAndGet()}")
    thread.setDaemon(true)
    thread
end TransportChoice
