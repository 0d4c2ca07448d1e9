package eddy.bench.web.load

import io.netty.buffer.{ByteBuf, Unpooled}
import io.netty.channel.{ChannelHandlerContext, ChannelInboundHandlerAdapter}

/** One connection: sends requests, hears of answers in their order. Everything on the client's thread. */
private[load] abstract class Wire extends ChannelInboundHandlerAdapter:
  private var context: ChannelHandlerContext | Null = null
  private val reader = new AnswerReader(answered(_))

  /** The connection stands. */
  protected def opened(): Unit

  /** The next answer is there. */
  protected def answered(answer: AnswerReader): Unit

  /** The connection has ended; why, unless the other side just closed it. Called once. */
  protected def ended(why: Option[String]): Unit

  /** Does not flush. */
  def send(ask: Ask): Unit =
    val c = context
    if c != null then
      val _ = c.write(Unpooled.wrappedBuffer(ask.bytes), c.voidPromise)

  def flush(): Unit =
    val c = context
    if c != null then
      val _ = c.flush()

  def close(): Unit =
    val c = context
    if c != null then
      val _ = c.close()

  private var trouble: Option[String] = None

  override def channelActive(c: ChannelHandlerContext): Unit =
    context = c
    opened()

  override def channelRead(c: ChannelHandlerContext, message: Any): Unit = message match
    case bytes: ByteBuf =>
      try reader.read(bytes)
      finally
        val _ = bytes.release()
    case other => throw IllegalStateException(s"no bytes: $other")

  override def channelReadComplete(c: ChannelHandlerContext): Unit =
    val _ = c.flush()

  override def channelInactive(c: ChannelHandlerContext): Unit =
    context = null
    ended(trouble)

  override def exceptionCaught(c: ChannelHandlerContext, e: Throwable): Unit =
    trouble = Some(String.valueOf(e.getMessage))
    val _ = c.close()
end Wire
