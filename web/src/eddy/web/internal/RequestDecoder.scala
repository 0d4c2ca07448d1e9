package eddy.web.internal

import eddy.web.Limits

import java.util.List as JList

import io.netty.buffer.{ByteBuf, Unpooled}
import io.netty.channel.ChannelHandlerContext
import io.netty.handler.codec.DecoderResult
import io.netty.handler.codec.http.{
  DefaultHttpContent,
  HttpDecoderConfig,
  HttpRequest,
  HttpRequestDecoder,
  HttpUtil,
  LastHttpContent
}

/** What a [[RequestDecoder]] asks of its connection, on the I/O thread. */
private[eddy] trait DecoderGate:
  /** Whether the next request may be decoded now. While it may not, bytes stay where they are and reading
    * stops.
    */
  def mayDecode: Boolean

  /** Nothing more is decoded: later bytes are dropped. */
  def discards: Boolean

  /** So much was dropped. */
  def discarded(bytes: Int): Unit

  /** The first bytes of a request have come. */
  def headBegun(): Unit

/** Netty's request decoder behind the [[HeadScanner]], and beside the [[PlainHead]]: emits a [[Refusal]] in
  * place of a malformed request, and then nothing more. Decodes a request only when the gate allows, which
  * bounds pipelining.
  */
private[eddy] final class RequestDecoder(limits: Limits, gate: DecoderGate)
    extends HttpRequestDecoder(RequestDecoder.config(limits)):
  private val scanner = HeadScanner(limits)
  private val chunks = ChunkScanner(limits)
  private var atHead = true
  private var refused = false

  override protected def decode(ctx: ChannelHandlerContext, in: ByteBuf, out: JList[Object]): Unit =
    if refused || gate.discards then
      gate.discarded(in.readableBytes)
      val _ = in.skipBytes(in.readableBytes)
    else if !atHead then decodeBody(ctx, in, out)
    else if gate.mayDecode then
      val plain = if scanner.begun then null else PlainHead.take(in, limits)
      if plain == null then decodeHead(ctx, in, out)
      else
        val _ = out.add(plain)
        val _ = out.add(LastHttpContent.EMPTY_LAST_CONTENT)

  private def decodeHead(ctx: ChannelHandlerContext, in: ByteBuf, out: JList[Object]): Unit =
    val wasBegun = scanner.begun
    val refusal = scanner.scan(in) match
      case null if scanner.length > 0 => HeaderRules.check(in, scanner.length)
      case scanned => scanned
    if refusal != null then refuse(refusal, in, out)
    else if scanner.length > 0 then
      scanner.reset()
      atHead = false
      super.decode(ctx, in, out)
      if !out.isEmpty then
        out.get(out.size - 1) match
          case head: HttpRequest if HttpUtil.isTransferEncodingChunked(head) => chunks.begin()
          case _ => ()
      noteEnd(out)
    else if !wasBegun && scanner.begun then gate.headBegun()

  private def decodeBody(ctx: ChannelHandlerContext, in: ByteBuf, out: JList[Object]): Unit =
    val refusal = if chunks.isOn then chunks.scan(in) else null
    if refusal != null then
      val broken = new DefaultHttpContent(Unpooled.EMPTY_BUFFER)
      broken.setDecoderResult(DecoderResult.failure(BadChunk(refusal)))
      refuse(broken, in, out)
    else
      val before = in.readableBytes
      super.decode(ctx, in, out)
      chunks.taken(before - in.readableBytes)
      noteEnd(out)

  private def refuse(last: Object, in: ByteBuf, out: JList[Object]): Unit =
    refused = true
    val _ = in.skipBytes(in.readableBytes)
    val _ = out.add(last)

  private def noteEnd(out: JList[Object]): Unit =
    if !out.isEmpty && out.get(out.size - 1).isInstanceOf[LastHttpContent] then atHead = true

  /** A request's head has begun to come, and is not whole. */
  def isInHead: Boolean = atHead && scanner.begun

  /** Bytes received and not decoded yet. */
  def waitingBytes: Int = actualReadableBytes()

  /** Resumes after the gate has opened again. */
  def resume(ctx: ChannelHandlerContext): Unit = channelRead(ctx, Unpooled.EMPTY_BUFFER)
end RequestDecoder

private[eddy] object RequestDecoder:
  // One byte more than the scanner allows: the scanner is the one that refuses.
  private def config(limits: Limits) = new HttpDecoderConfig()
    .setMaxInitialLineLength(limits.maxRequestLineBytes + 1)
    .setMaxHeaderSize(limits.maxHeaderBytes + 1)
    .setMaxChunkSize(64 * 1024)
    // for a line of a head; grows to the longest, and each connection keeps it
    .setInitialBufferSize(64)
