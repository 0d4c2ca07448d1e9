package eddy.web.internal.http2

import eddy.web.internal.http2.SeenStreams.Seen

import io.netty.channel.{ChannelFuture, ChannelHandlerContext, ChannelPromise}
import io.netty.handler.codec.http2.Http2Exception.StreamException
import io.netty.handler.codec.http2.{
  DefaultHttp2Connection,
  DefaultHttp2LocalFlowController,
  DefaultHttp2RemoteFlowController,
  Http2Connection,
  Http2ConnectionAdapter,
  Http2ConnectionDecoder,
  Http2ConnectionEncoder,
  Http2Error,
  Http2Exception,
  Http2FrameCodec,
  Http2FrameCodecBuilder,
  Http2Settings,
  Http2Stream as NettyStream
}

/** Netty's codec, which also ends the connection where RFC 9113, section 5.1, asks for that: when its client
  * sends on a stream that it has ended, or opens one with a number lower than one before. Netty itself resets
  * such a stream, if at all.
  */
private[eddy] final class StrictCodec(
    reading: Http2ConnectionDecoder,
    writing: Http2ConnectionEncoder,
    settings: Http2Settings,
    closesAtOnce: Boolean,
    flushesPreface: Boolean
) extends Http2FrameCodec(writing, reading, settings, closesAtOnce, flushesPreface):
  private val seen = SeenStreams()

  connection.addListener:
    new Http2ConnectionAdapter:
      override def onStreamActive(stream: NettyStream): Unit =
        seen.open(stream.id)
        ends(stream)
      override def onStreamHalfClosed(stream: NettyStream): Unit = ends(stream)

  private def ends(stream: NettyStream): Unit =
    if stream.state == NettyStream.State.HALF_CLOSED_REMOTE then seen.end(stream.id)

  override def resetStream(
      ctx: ChannelHandlerContext,
      stream: Int,
      error: Long,
      promise: ChannelPromise
  ): ChannelFuture =
    seen.cut(stream)
    super.resetStream(ctx, stream, error, promise)

  /** Frames that were under way when a stream was reset here are dropped (RFC 9113, section 5.1). */
  private def wasUnderWay(cause: Throwable): Boolean = cause match
    case offence: StreamException => isLate(offence) && seen.isCut(offence.streamId)
    case _ => false

  override def onError(ctx: ChannelHandlerContext, outbound: Boolean, cause: Throwable): Unit =
    if outbound || !wasUnderWay(cause) then
      super.onError(ctx, outbound, if outbound then cause else judged(cause))

  private def judged(cause: Throwable): Throwable = cause match
    case offence: StreamException if isLate(offence) =>
      seen.of(offence.streamId) match
        case Seen.Ended =>
          val said = s"stream ${offence.streamId} sends after its end"
          Http2Exception.connectionError(Http2Error.STREAM_CLOSED, said)
        case Seen.LeftOut =>
          val said = s"stream ${offence.streamId} is opened after one with a higher number"
          Http2Exception.connectionError(Http2Error.PROTOCOL_ERROR, said)
        case Seen.Opened | Seen.Forgotten => offence
    // Netty opens no stream that it refuses: later frames on it were sent before the client knew.
    case refused: StreamException =>
      seen.open(refused.streamId)
      refused
    case other => other

  /** Whether a frame came for a stream that takes no more. Of a further head Netty tells that only by its
    * words, which Http2Suite watches.
    */
  private def isLate(offence: StreamException): Boolean =
    offence.error == Http2Error.STREAM_CLOSED || s"${offence.getMessage}".contains("too many headers")
end StrictCodec

private[eddy] object StrictCodec:
  /** Bytes that have come are no longer on the way: the connection's window opens again at once, and only the
    * window of a stream waits for its reader (RFC 9113, section 5.2.2). Otherwise unread uploads would hold
    * up
    *   the others. So up to
    * `windowBytes` of each stream may wait here.
    */
  private def flowing(): Http2Connection =
    val connection = DefaultHttp2Connection(true)
    val ratio = DefaultHttp2LocalFlowController.DEFAULT_WINDOW_UPDATE_RATIO
    connection.local.flowController(DefaultHttp2LocalFlowController(connection, ratio, true))
    connection.remote.flowController(Windows(connection))
    connection

  /** What the server may send. A new initial window that makes one of a stream too large is an offence of the
    * connection (RFC 9113, section 6.9.2), not only of that stream.
    */
  private final class Windows(connection: Http2Connection)
      extends DefaultHttp2RemoteFlowController(connection):
    override def initialWindowSize(size: Int): Unit =
      try super.initialWindowSize(size)
      catch
        case offence: StreamException =>
          throw Http2Exception.connectionError(
            Http2Error.FLOW_CONTROL_ERROR,
            s"an initial window of $size makes that of stream ${offence.streamId} too large"
          )

  final class Builder extends Http2FrameCodecBuilder:
    // A connection of one's own is a server's by default.
    connection(flowing()): Unit
    // Only the end of the server sets a time limit for its streams.
    gracefulShutdownTimeoutMillis(0): Unit

    override protected def build(
        decoder: Http2ConnectionDecoder,
        encoder: Http2ConnectionEncoder,
        settings: Http2Settings
    ): Http2FrameCodec =
      val codec = StrictCodec(decoder, encoder, settings, decoupleCloseAndGoAway, flushPreface)
      codec.gracefulShutdownTimeoutMillis(gracefulShutdownTimeoutMillis)
      codec
end StrictCodec
