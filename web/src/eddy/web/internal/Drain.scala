package eddy.web.internal

import eddy.web.internal.http2.Http2Connection

import java.util.concurrent.CountDownLatch
import java.util.concurrent.TimeUnit.{MILLISECONDS, NANOSECONDS}
import scala.concurrent.duration.FiniteDuration

import io.netty.channel.{Channel, EventLoopGroup}

/** A server's orderly stop. */
private[eddy] object Drain:
  /** For clients to take the answer that there will be none. */
  private val LastWordsMillis = 500L

  /** @return how many connections were cut off */
  def run(core: ServerCore, listener: Channel, group: EventLoopGroup, within: FiniteDuration): Int =
    if core.phase == ServerPhase.Broken then cut(core, listener, group)
    else inOrder(core, listener, group, within)

  /** An I/O thread is gone: nothing that is left to it is done any more. */
  private def cut(core: ServerCore, listener: Channel, group: EventLoopGroup): Int =
    val open = core.connections.size
    listener.close(): Unit
    core.connections.close(): Unit
    group.shutdownGracefully(0, 1000, MILLISECONDS).awaitUninterruptibly(3000, MILLISECONDS): Unit
    open

  private def inOrder(
      core: ServerCore,
      listener: Channel,
      group: EventLoopGroup,
      within: FiniteDuration
  ): Int =
    if core.config.unreadyFor.toMillis > 0 then announce(core)
    core.phase = ServerPhase.Draining
    listener.close().awaitUninterruptibly(): Unit
    core.connections.forEach(channel => channel.eventLoop.execute(() => end(channel)))
    val closed = core.connections.newCloseFuture()
    val open = if closed.awaitUninterruptibly(within.toNanos, NANOSECONDS) then 0 else core.connections.size
    if open > 0 then
      core.connections.forEach(channel => channel.eventLoop.execute(() => giveUp(channel)))
      // A close at once could destroy what was just said (RFC 9112, section 9.6).
      closed.awaitUninterruptibly(LastWordsMillis, MILLISECONDS): Unit
      core.connections.forEach(channel => channel.eventLoop.execute(() => cut(channel)))
      core.connections.close().awaitUninterruptibly(1000, MILLISECONDS): Unit
    // Not for longer: a handler that never ends may have an I/O thread.
    group.shutdownGracefully(0, 1000, MILLISECONDS).awaitUninterruptibly(3000, MILLISECONDS): Unit
    open
  end inOrder

  /** Lets load balancers see it coming. An interrupt ends the wait, and nothing else of the stop. */
  private def announce(core: ServerCore): Unit =
    core.phase = ServerPhase.Unready
    val until = CountDownLatch(1)
    val timer = core.engine.after(core.config.unreadyFor)(() => until.countDown())
    try until.await()
    catch case _: InterruptedException => Thread.currentThread.interrupt()
    finally timer.cancel(): Unit

  private def end(channel: Channel): Unit =
    val pipeline = channel.pipeline
    val http = pipeline.get(classOf[HttpConnection])
    val socket = pipeline.get(classOf[WebSocketConnection])
    val http2 = pipeline.get(classOf[Http2Connection])
    if http != null then http.drain()
    else if socket != null then socket.drain()
    else if http2 != null then http2.drain()
    else channel.close(): Unit // in its TLS handshake

  /** The time is over. On the I/O thread. */
  def giveUp(channel: Channel): Unit =
    val pipeline = channel.pipeline
    val http = pipeline.get(classOf[HttpConnection])
    val http2 = pipeline.get(classOf[Http2Connection])
    val socket = pipeline.get(classOf[WebSocketConnection])
    if http != null then http.giveUp()
    else if socket != null then socket.giveUp()
    else if http2 != null then http2.giveUp()
    else channel.close(): Unit

  /** A close is not enough: HTTP/2 first waits for its streams. */
  private def cut(channel: Channel): Unit =
    val http2 = channel.pipeline.get(classOf[Http2Connection])
    if http2 != null then http2.cut()
end Drain
