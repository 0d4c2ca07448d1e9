package eddy.web.internal

import java.net.InetSocketAddress
import java.util.concurrent.TimeUnit.MILLISECONDS
import scala.jdk.CollectionConverters.given

import io.netty.channel.socket.{ChannelInputShutdownEvent, SocketChannel}
import io.netty.channel.{ChannelHandlerContext, ChannelInboundHandlerAdapter}
import io.netty.handler.codec.haproxy.{HAProxyCommand, HAProxyMessage, HAProxyMessageDecoder, HAProxySSLTLV}
import io.netty.util.ReferenceCountUtil
import io.netty.util.concurrent.Future

/** Waits for the header of the PROXY protocol, version 1 or 2, with which a trusted proxy begins a
  * connection, and then has the connection served as that of the client in it. One that begins otherwise is
  * closed. On the I/O thread.
  */
private[eddy] final class ProxyHeader private (core: ServerCore, channel: SocketChannel)
    extends ChannelInboundHandlerAdapter:
  private var deadline: Future[?] | Null = null

  override def handlerAdded(ctx: ChannelHandlerContext): Unit =
    core.connections.add(channel): Unit
    deadline = ctx.executor.schedule(
      (() => refuse("there was none in time")): Runnable,
      core.config.timeouts.header.toMillis,
      MILLISECONDS
    )
    if core.phase == ServerPhase.Draining then ctx.close(): Unit

  override def handlerRemoved(ctx: ChannelHandlerContext): Unit =
    val timer = deadline
    if timer != null then timer.cancel(false): Unit

  /** Those behind are not there yet. */
  override def channelActive(ctx: ChannelHandlerContext): Unit = ()

  override def channelRead(ctx: ChannelHandlerContext, message: Object): Unit = message match
    case header: HAProxyMessage =>
      try PeerAddress.tell(channel, ProxyHeader.peer(header))
      finally ReferenceCountUtil.release(header): Unit
      Protocols.begin(core, channel)
      ctx.pipeline.remove(this): Unit
      // bytes behind the header follow when this returns
      ctx.pipeline.context(classOf[HAProxyMessageDecoder]).fireChannelActive(): Unit
    case other => ReferenceCountUtil.release(other): Unit

  override def userEventTriggered(ctx: ChannelHandlerContext, event: Object): Unit = event match
    case _: ChannelInputShutdownEvent => ctx.close(): Unit
    case other => ctx.fireUserEventTriggered(other): Unit

  override def exceptionCaught(ctx: ChannelHandlerContext, cause: Throwable): Unit = cause match
    case ConnectionLost() => ctx.close(): Unit
    case other => refuse(String.valueOf(other.getMessage))

  private def refuse(why: String): Unit =
    core.floodLog.warn(
      "proxy",
      s"a connection of the proxy ${PeerAddress.ofSocket(channel).getAddress} was closed: it does not begin with a header of the PROXY protocol ($why)"
    )
    channel.close(): Unit
end ProxyHeader

private[eddy] object ProxyHeader:
  def await(core: ServerCore, channel: SocketChannel): Unit =
    channel.pipeline
      .addLast("proxy-decoder", HAProxyMessageDecoder())
      .addLast("proxy-header", new ProxyHeader(core, channel)): Unit

  /** Of a connection that is the proxy's own (LOCAL), or of another kind than TCP, the address stays that
    * of the connection.
    */
  private def peer(header: HAProxyMessage): ToldPeer =
    val isSecure = header.tlvs.asScala.exists:
      case tls: HAProxySSLTLV => tls.isPP2ClientSSL
      case _ => false
    val source = header.sourceAddress
    val address =
      if header.command == HAProxyCommand.LOCAL || source == null then None else IpNetwork.address(source)
    address match
      case Some(client) => ToldPeer(InetSocketAddress(client, header.sourcePort), isSecure)
      case None => ToldPeer(null, isSecure)
end ProxyHeader
