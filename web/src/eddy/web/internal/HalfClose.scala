package eddy.web.internal

import io.netty.channel.socket.DuplexChannel
import io.netty.channel.{ChannelFutureListener, ChannelPipeline}
import io.netty.handler.ssl.SslHandler

/** Ends our side of a connection: with TLS it sends a `close_notify` first (RFC 8446, section 6.1). */
private[eddy] object HalfClose:
  def apply(pipeline: ChannelPipeline, channel: DuplexChannel): Unit =
    val tls = pipeline.get(classOf[SslHandler])
    if tls == null then end(channel) else tls.closeOutbound().whenDone(() => end(channel))

  private def end(channel: DuplexChannel): Unit =
    channel.shutdownOutput().addListener(ChannelFutureListener.CLOSE_ON_FAILURE): Unit
