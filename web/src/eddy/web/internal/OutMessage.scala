package eddy.web.internal

import io.netty.buffer.ByteBuf
import io.netty.channel.{ChannelFuture, ChannelFutureListener}
import io.netty.util.ReferenceCountUtil

/** A message on its way to a client, or several in one piece, and the room that it takes until it is with
  * the operating system, or never will be.
  *
  * @param frame what is written
  * @param bytes what it was counted as
  * @param shared what other clients may get too, without a copy
  */
private[eddy] final class OutMessage(
    connection: WebSocketConnection,
    val frame: AnyRef,
    room: OutBudget,
    bytes: Int,
    val messages: Int = 1,
    shared: AnyRef | Null = null
) extends Outbox.Task
    with ChannelFutureListener:
  /** What others have too: as it is written, which compression may have made shorter. */
  private val sharedBytes: Int = frame match
    case buffer: ByteBuf if shared != null => buffer.readableBytes
    case _ => 0

  /** Sends it to the I/O thread. Any thread. */
  def post(): Unit =
    if bytes >= Output.Large then connection.unsent.post(bytes)
    if isShared then connection.unsent.share(shared.nn, sharedBytes)
    connection.outbox.post(this)

  /** On the I/O thread. */
  def run(): Unit =
    if bytes >= Output.Large then connection.unsent.post(-bytes)
    connection.write(this)

  def operationComplete(written: ChannelFuture): Unit = over()

  private def over(): Unit =
    if isShared then connection.unsent.unshare(shared.nn, sharedBytes)
    room.release(bytes)

  private def isShared = sharedBytes >= Output.Large && connection.sharesBytes

  /** Nobody will write it. */
  def drop(): Unit =
    ReferenceCountUtil.release(frame): Unit
    over()
end OutMessage
