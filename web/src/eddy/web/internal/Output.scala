package eddy.web.internal

import io.netty.handler.codec.http.HttpObject
import io.netty.util.ReferenceCountUtil

/** Told, once and on the I/O thread, what has become of a part of a response. */
private[eddy] trait Written:
  /** @param sent whether it is with the operating system; else it never will be */
  def over(sent: Boolean): Unit

/** A part of a response, on its way through the outbox and the queue of its connection, and who is told when it is written
  * or lost.
  */
private[eddy] final class Output(exchange: Exchange, val part: HttpObject, val written: Written | Null)
    extends Outbox.Task:
  /** On the I/O thread. */
  def run(): Unit = exchange.connection.emit(exchange, this)

  /** Nobody will write it. */
  def drop(): Unit =
    ReferenceCountUtil.release(part): Unit
    val w = written
    if w != null then w.over(sent = false)
