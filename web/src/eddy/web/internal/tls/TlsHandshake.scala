package eddy.web.internal.tls

import eddy.web.internal.{PeerAddress, Protocols, ServerCore, ServerPhase}

import java.net.InetSocketAddress
import java.util.concurrent.TimeUnit.MILLISECONDS

import io.netty.channel.socket.ChannelInputShutdownEvent
import io.netty.channel.{ChannelHandlerContext, ChannelInboundHandlerAdapter}
import io.netty.handler.ssl.{SslHandler, SslHandshakeCompletionEvent}
import io.netty.util.ReferenceCountUtil
import io.netty.util.concurrent.Future

/** A connection from its first byte to the end of the TLS handshake, within the time for it; then HTTP takes
  * over. Failures are counted and end this connection only. On the I/O thread.
  */
private[eddy] final class TlsHandshake(core: ServerCore, timeoutMillis: Long)
    extends ChannelInboundHandlerAdapter:
  private var deadline: Future[?] | Null = null
  private var counted = false
  private var peer: InetSocketAddress = scala.compiletime.uninitialized // set when added

  override def handlerAdded(ctx: ChannelHandlerContext): Unit =
    core.connections.add(ctx.channel): Unit
    val open = core.handshakes.incrementAndGet() + core.openConnections.get
    peer = PeerAddress.of(ctx.channel)
    val ofAddress = core.addresses.enter(peer)
    deadline = ctx.executor.schedule((() => failed(ctx, "timeout")): Runnable, timeoutMillis, MILLISECONDS)
    val limits = core.config.limits
    if core.phase == ServerPhase.Draining || open > limits.maxConnections + TlsHandshake.Spare ||
      ofAddress > limits.perAddress + TlsHandshake.Spare && !core.isProxy(peer.getAddress)
    then
      ctx.close(): Unit

  override def handlerRemoved(ctx: ChannelHandlerContext): Unit =
    core.handshakes.decrementAndGet(): Unit
    core.addresses.leave(peer)
    val timer = deadline
    if timer != null then timer.cancel(false): Unit

  override def userEventTriggered(ctx: ChannelHandlerContext, event: Object): Unit = event match
    case done: SslHandshakeCompletionEvent =>
      if done.isSuccess then
        val protocol = ctx.pipeline.get(classOf[SslHandler]).applicationProtocol
        ctx.pipeline.remove(this): Unit
        Protocols.agreed(core, ctx.pipeline, protocol)
      else failed(ctx, "handshake")
    case _: ChannelInputShutdownEvent => ctx.close(): Unit
    case other => ctx.fireUserEventTriggered(other): Unit

  override def channelRead(ctx: ChannelHandlerContext, message: Object): Unit =
    ReferenceCountUtil.release(message): Unit

  override def exceptionCaught(ctx: ChannelHandlerContext, cause: Throwable): Unit = failed(ctx, "handshake")

  def failed(ctx: ChannelHandlerContext, reason: String): Unit =
    count(reason)
    ctx.close(): Unit

  /** Once for each connection. */
  def count(reason: String): Unit =
    if !counted then
      counted = true
      core.metrics.tlsFailure(reason)
end TlsHandshake

private[eddy] object TlsHandshake:
  /** So many over the limit are let through, so that HTTP can answer them that there are too many. */
  private val Spare = 64
