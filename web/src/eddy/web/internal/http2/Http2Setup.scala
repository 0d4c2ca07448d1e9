package eddy.web.internal.http2

import eddy.web.Http2
import eddy.web.internal.ServerCore

import io.netty.channel.{Channel, ChannelInitializer, ChannelOption, ChannelPipeline}
import io.netty.handler.codec.http2.{
  DefaultHttp2WindowUpdateFrame,
  Http2CodecUtil,
  Http2MultiplexHandler,
  Http2Settings
}

/** Puts Netty's HTTP/2 into a pipeline, within limits:
  * {{{
  *   bytes <-> StrictCodec <-> Http2MultiplexHandler <-> a channel for each stream, with an Http2Stream
  *                                          |
  *                                   Http2Connection
  * }}}
  */
private[eddy] object Http2Setup:
  val FloodSeconds = 30

  def install(core: ServerCore, http2: Http2, pipeline: ChannelPipeline): Unit =
    // HTTP/2 has an end of its own for each stream: the end of the client's bytes is the end of the
    // connection.
    pipeline.channel.config.setOption(ChannelOption.ALLOW_HALF_CLOSURE, java.lang.Boolean.FALSE): Unit
    val limits = core.config.limits
    val settings = Http2Settings()
      .pushEnabled(false)
      .maxConcurrentStreams(http2.maxConcurrentStreams)
      .connectProtocolEnabled(true)
      .initialWindowSize(http2.windowBytes)
      .maxHeaderListSize(limits.maxRequestLineBytes + limits.maxHeaderBytes)
    // A client's setting: servers do not send it.
    settings.remove(Http2CodecUtil.SETTINGS_ENABLE_PUSH): Unit
    val codec = StrictCodec.Builder()
      .initialSettings(settings)
      .validateHeaders(true)
      .decoderEnforceMaxRstFramesPerWindow(http2.maxResets, FloodSeconds)
      .encoderEnforceMaxRstFramesPerWindow(http2.maxResets, FloodSeconds)
      .encoderEnforceMaxQueuedControlFrames(http2.maxControlFrames)
      .build()
    val connection = Http2Connection(core, http2, codec)
    val streams = new ChannelInitializer[Channel]:
      def initChannel(channel: Channel): Unit =
        channel.pipeline.addLast("stream", Http2Stream(core, connection)): Unit
    pipeline
      .addLast("http2-codec", codec)
      .addLast("http2-streams", Http2MultiplexHandler(streams))
      .addLast("http2", connection): Unit
    // The connection's window is 65535 until more is given (RFC 9113, section 6.9.2).
    val more = http2.connectionWindowBytes - Http2CodecUtil.DEFAULT_WINDOW_SIZE
    if more > 0 then pipeline.writeAndFlush(DefaultHttp2WindowUpdateFrame(more)): Unit
  end install
end Http2Setup
