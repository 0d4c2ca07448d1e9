package eddy.web.internal

import io.netty.handler.codec.http.{HttpContent, HttpObject}
import io.netty.util.ReferenceCountUtil

/** Called once, on the I/O thread, with the outcome of a part of a response. */
private[eddy] trait Written:
  /** @param sent whether it is with the operating system; else it never will be */
  def over(sent: Boolean): Unit

/** A part of a response, on its way through the outbox and the queue of its connection, and the callback for
  * when it is written or lost.
  */
private[eddy] final class Output(exchange: Exchange, val part: HttpObject, val written: Written | Null)
    extends Outbox.Task:
  // of a large part, while it is on its way to the I/O thread
  private var posted = 0

  /** Sends it to the I/O thread. Any thread. */
  def post(): Unit =
    part match
      case content: HttpContent if content.content.readableBytes >= Output.Large =>
        posted = content.content.readableBytes
        exchange.core.unsent.post(posted)
      case _ => ()
    exchange.connection.outbox.post(this)

  /** On the I/O thread. */
  def run(): Unit =
    if posted > 0 then exchange.core.unsent.post(-posted)
    exchange.connection.emit(exchange, this)

  /** Its size while it waits, with its head. */
  def bytes: Long = part match
    case content: HttpContent => content.content.readableBytes + 256L
    case _ => 256L

  /** Nobody will write it. */
  def drop(): Unit =
    ReferenceCountUtil.release(part): Unit
    val w = written
    if w != null then w.over(sent = false)
end Output

private[eddy] object Output:
  /** Smaller parts are few bytes even where all that may wait are on their way. */
  private[internal] final val Large = 1024
