package eddy.bench.web.load

import eddy.bench.IoThread

import java.net.InetSocketAddress
import java.util.concurrent.{Callable, TimeUnit}
import scala.concurrent.duration.FiniteDuration

import io.netty.bootstrap.Bootstrap
import io.netty.channel.{
  Channel,
  ChannelFuture,
  ChannelFutureListener,
  ChannelHandler,
  ChannelInitializer,
  ChannelOption
}

/** Connections to servers on this machine, all on one I/O thread: the machine belongs to the server. */
private[bench] final class WebClient extends AutoCloseable:
  private val io = new IoThread
  private val thread = io.group.next

  /** Begins to connect; everything about the connection happens on the one thread.
    *
    * @param failed hears why there is no connection
    * @param from the last byte of the address that it comes from, 127.0.0.`from`: each has ports of its own. From the
    *   first the system takes any port that is free for this server, and such a port is not taken from what connects elsewhere
    */
  def connect(port: Int, handler: ChannelHandler, from: Int = 1)(failed: String => Unit): Unit =
    val bootstrap = new Bootstrap()
      .group(io.group)
      .channel(io.connecting)
      .option(ChannelOption.TCP_NODELAY, true)
      .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, 10_000)
      .remoteAddress(new InetSocketAddress("127.0.0.1", port))
      .handler(new ChannelInitializer[Channel]:
        override def initChannel(channel: Channel): Unit =
          val _ = channel.pipeline.addLast(handler))
    if from > 1 then bootstrap.localAddress(new InetSocketAddress(s"127.0.0.$from", 0)): Unit
    WebClient.onFailure(bootstrap.connect())(failed)

  def execute(task: Runnable): Unit = thread.execute(task)

  def schedule(after: FiniteDuration)(task: Runnable): Unit =
    val _ = thread.schedule(task, after.toNanos, TimeUnit.NANOSECONDS)

  /** What `value` is on the I/O thread; waits for it. */
  def ask[A](value: => A): A =
    val task: Callable[A] = () => value
    thread.submit(task).get()

  override def close(): Unit = io.close()
end WebClient

private[load] object WebClient:
  def onFailure(future: ChannelFuture)(failed: String => Unit): Unit =
    val listener = new ChannelFutureListener:
      override def operationComplete(done: ChannelFuture): Unit =
        if !done.isSuccess then failed(s"no connection: ${done.cause}")
    val _ = future.addListener(listener)
