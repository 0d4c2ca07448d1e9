package eddy.bench.trading

import eddy.bench.IoThread

import java.net.{InetAddress, InetSocketAddress}
import java.util.concurrent.TimeUnit
import scala.concurrent.duration.FiniteDuration

import io.netty.bootstrap.{Bootstrap, ServerBootstrap}
import io.netty.channel.{
  Channel,
  ChannelFuture,
  ChannelFutureListener,
  ChannelHandlerContext,
  ChannelInboundHandlerAdapter,
  ChannelInitializer,
  ChannelOption
}

/** A longer way to a server on this machine: what it says comes so much later, in its order; what is said to it goes at once.
  */
private[bench] final class Distance(to: Int, delay: FiniteDuration) extends AutoCloseable:
  private val io = new IoThread
  private val loopback = InetAddress.getByName("127.0.0.1")
  private val listening = new ServerBootstrap()
    .group(io.group)
    .channel(io.listening)
    .childOption(ChannelOption.TCP_NODELAY, true)
    // nothing is read before there is somebody to give it to
    .childOption(ChannelOption.AUTO_READ, false)
    .childHandler(new ChannelInitializer[Channel]:
      override def initChannel(near: Channel): Unit = join(near))
    .bind(new InetSocketAddress(loopback, 0)).sync().channel

  val port: Int = listening.localAddress.asInstanceOf[InetSocketAddress].getPort

  private def join(near: Channel): Unit =
    val connecting = new Bootstrap()
      .group(near.eventLoop)
      .channel(io.connecting)
      .option(ChannelOption.TCP_NODELAY, true)
      .handler(new ChannelInitializer[Channel]:
        override def initChannel(far: Channel): Unit =
          val _ = far.pipeline.addLast(Passing(near, delay.toNanos)))
      .connect(new InetSocketAddress(loopback, to))
    val _ = near.pipeline.addLast(Passing(connecting.channel, 0))
    val listener = new ChannelFutureListener:
      override def operationComplete(done: ChannelFuture): Unit =
        val _ = if done.isSuccess then near.config.setAutoRead(true) else near.close()
    val _ = connecting.addListener(listener)

  /** Gives what comes to the other side. */
  private final class Passing(other: Channel, nanos: Long) extends ChannelInboundHandlerAdapter:
    override def channelRead(context: ChannelHandlerContext, bytes: Any): Unit =
      later(() => other.writeAndFlush(bytes, other.voidPromise): Unit)

    override def channelInactive(context: ChannelHandlerContext): Unit = later(() => other.close(): Unit)

    override def exceptionCaught(context: ChannelHandlerContext, e: Throwable): Unit =
      val _ = context.close()

    /** Both sides have one thread, and what is due at one time is done in the order in which it was asked for. */
    private def later(task: Runnable): Unit =
      if nanos == 0 then task.run()
      else
        val _ = other.eventLoop.schedule(task, nanos, TimeUnit.NANOSECONDS)
  end Passing

  override def close(): Unit = io.close()
end Distance
