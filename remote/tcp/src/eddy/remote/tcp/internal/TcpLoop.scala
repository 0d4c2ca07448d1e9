package eddy.remote.tcp.internal

import eddy.remote.session.IoThread

import java.util.concurrent.{RejectedExecutionException, TimeUnit}
import scala.concurrent.{Future, Promise}

import io.netty.channel.epoll.{Epoll, EpollIoHandler, EpollServerSocketChannel, EpollSocketChannel}
import io.netty.channel.nio.NioIoHandler
import io.netty.channel.socket.nio.{NioServerSocketChannel, NioSocketChannel}
import io.netty.channel.{Channel, EventLoop, MultiThreadIoEventLoopGroup, ServerChannel}
import io.netty.util.concurrent.{DefaultThreadFactory, FutureListener}

/** The thread of a transport: all connections of a node, and the decisions about its sessions. */
private[tcp] final class TcpLoop extends IoThread:
  private val isEpoll = Epoll.isAvailable
  private val group = MultiThreadIoEventLoopGroup(
    1,
    DefaultThreadFactory("eddy-remote-tcp", true),
    if isEpoll then EpollIoHandler.newFactory() else NioIoHandler.newFactory()
  )
  private val end = Promise[Unit]()

  val events: EventLoop = group.next().nn
  def channelClass: Class[? <: Channel] =
    if isEpoll then classOf[EpollSocketChannel] else classOf[NioSocketChannel]
  def serverClass: Class[? <: ServerChannel] =
    if isEpoll then classOf[EpollServerSocketChannel] else classOf[NioServerSocketChannel]

  // after stop() nothing runs any more, and nothing has to
  def execute(task: Runnable): Unit =
    try events.execute(task)
    catch case _: RejectedExecutionException => ()

  def after(delayNanos: Long)(task: Runnable): AutoCloseable =
    try
      val timer = events.schedule(task, delayNanos, TimeUnit.NANOSECONDS).nn
      () => timer.cancel(false): Unit
    catch case _: RejectedExecutionException => () => ()

  def nanoTime: Long = System.nanoTime

  def stopped: Future[Unit] = end.future

  /** Closes what is open. */
  def stop(): Unit =
    val ended: FutureListener[Any] = _ => end.trySuccess(()): Unit
    val _ = group.shutdownGracefully(0, 5, TimeUnit.SECONDS).nn.addListener(ended)
end TcpLoop
