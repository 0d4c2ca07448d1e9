package eddy.web.client

import java.util.concurrent.ConcurrentHashMap
import java.util.concurrent.atomic.AtomicInteger
import javax.net.ssl.SSLContext

import io.netty.bootstrap.ServerBootstrap
import io.netty.buffer.Unpooled
import io.netty.channel.nio.NioIoHandler
import io.netty.channel.socket.SocketChannel
import io.netty.channel.socket.nio.NioServerSocketChannel
import io.netty.channel.{
  Channel,
  ChannelHandlerContext,
  ChannelInboundHandlerAdapter,
  ChannelInitializer,
  MultiThreadIoEventLoopGroup
}
import io.netty.handler.codec.http2.{
  DefaultHttp2DataFrame,
  DefaultHttp2GoAwayFrame,
  DefaultHttp2Headers,
  DefaultHttp2HeadersFrame,
  DefaultHttp2ResetFrame,
  Http2DataFrame,
  Http2Error,
  Http2FrameCodecBuilder,
  Http2FrameStream,
  Http2HeadersFrame,
  Http2Settings
}
import io.netty.handler.ssl.ApplicationProtocolConfig.{
  Protocol,
  SelectedListenerFailureBehavior,
  SelectorFailureBehavior
}
import io.netty.handler.ssl.{ApplicationProtocolConfig, ClientAuth, IdentityCipherSuiteFilter, JdkSslContext}
import io.netty.util.ReferenceCountUtil

/** A server of HTTP/2 over TLS that does with each request what a test says. */
final class Http2Peer(streams: Int)(begun: (Http2Peer, Http2Peer.Asked) => Unit) extends AutoCloseable:
  import Http2Peer.*

  private val group = MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory())
  private val (serverTls, ofClients) = LocalTls.contexts
  private val alpn = ApplicationProtocolConfig(
    Protocol.ALPN,
    SelectorFailureBehavior.NO_ADVERTISE,
    SelectedListenerFailureBehavior.ACCEPT,
    "h2"
  )
  private val tls =
    JdkSslContext(
      serverTls,
      false,
      null,
      IdentityCipherSuiteFilter.INSTANCE,
      alpn,
      ClientAuth.NONE,
      null,
      false
    )

  /** For clients that trust it. */
  def clientTls: SSLContext = ofClients

  val connections: AtomicInteger = AtomicInteger()
  val requests: AtomicInteger = AtomicInteger()
  private val open = ConcurrentHashMap.newKeySet[Channel]()

  private lazy val listening = ServerBootstrap().group(group).channel(classOf[NioServerSocketChannel])
    .childHandler(new ChannelInitializer[SocketChannel]:
      override def initChannel(channel: SocketChannel): Unit =
        connections.incrementAndGet(): Unit
        open.add(channel): Unit
        channel.pipeline
          .addLast(tls.newHandler(channel.alloc))
          // Netty ends a connection on which it has refused 200 streams; other servers do not
          .addLast(Http2FrameCodecBuilder.forServer.initialSettings(
            Http2Settings.defaultSettings.maxConcurrentStreams(streams)
          ).validateHeaders(false).encoderEnforceMaxRstFramesPerWindow(0, 0).build())
          .addLast(Requests()): Unit).bind("127.0.0.1", 0).sync().channel

  lazy val url: String = listening.localAddress match
    case at: java.net.InetSocketAddress => s"https://127.0.0.1:${at.getPort}"
    case other => throw AssertionError(s"$other")

  def close(): Unit =
    listening.close().sync(): Unit
    group.shutdownGracefully(0, 1, java.util.concurrent.TimeUnit.SECONDS): Unit

  private final class Requests extends ChannelInboundHandlerAdapter:
    override def channelRead(context: ChannelHandlerContext, message: Object): Unit =
      message match
        case head: Http2HeadersFrame if head.isEndStream => asked(context, head.stream)
        case data: Http2DataFrame if data.isEndStream => asked(context, data.stream)
        case _ => ()
      ReferenceCountUtil.release(message): Unit

    private def asked(context: ChannelHandlerContext, stream: Http2FrameStream): Unit =
      begun(Http2Peer.this, Asked(context, stream, requests.incrementAndGet()))
end Http2Peer

object Http2Peer:
  /** @param number of requests, this one included */
  final class Asked(context: ChannelHandlerContext, stream: Http2FrameStream, val number: Int):
    def answer(text: String): Unit =
      context.write(DefaultHttp2HeadersFrame(new DefaultHttp2Headers().status("200")).stream(stream))
      context.writeAndFlush(
        DefaultHttp2DataFrame(Unpooled.copiedBuffer(text.getBytes), true).stream(stream)
      ): Unit

    /** After a while, as a handler that works. */
    def answerLater(text: String, millis: Int): Unit =
      context.executor.schedule(
        (() => answer(text)): Runnable,
        millis,
        java.util.concurrent.TimeUnit.MILLISECONDS
      ): Unit

    def refuse(): Unit =
      context.writeAndFlush(DefaultHttp2ResetFrame(Http2Error.REFUSED_STREAM).stream(stream)): Unit

    /** Without an answer, and without saying whether the request was acted on. */
    def breakOff(): Unit = context.close(): Unit

    /** This connection takes no requests after this one. */
    def goAway(): Unit =
      val frame = DefaultHttp2GoAwayFrame(Http2Error.NO_ERROR)
      context.writeAndFlush(frame): Unit
  end Asked
end Http2Peer
