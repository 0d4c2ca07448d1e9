package eddy.web.internal

import eddy.web.{BodyStream, KeptBytes, SendResult}

import java.nio.ByteBuffer
import java.nio.charset.StandardCharsets.UTF_8
import java.util.concurrent.atomic.AtomicBoolean
import java.util.concurrent.{Flow, RejectedExecutionException}
import scala.concurrent.duration.FiniteDuration

import io.netty.buffer.Unpooled
import io.netty.handler.codec.http.{DefaultHttpContent, HttpResponse, HttpUtil, LastHttpContent}

/** A streamed body. Pieces are handed to the I/O thread at once; the budget bounds what waits there.
  *
  * @param compresses whether what is written goes out as gzip
  */
private[eddy] final class StreamOut(exchange: Exchange, val isEvents: Boolean, compresses: Boolean)
    extends BodyStream:
  private val closed = AtomicBoolean()
  @volatile private var lastWriteNanos = System.nanoTime
  @volatile private var drainCallback: () => Unit = StreamOut.nothing
  // Guarded by this: a close may race with its registration, and must be reported exactly once.
  private var closeCallback: (() => Unit) | Null = null
  private var over = false

  private val budget = OutBudget(exchange.core.config.limits.maxBufferedBytes, () => event(drainCallback))

  private val gzip: CompressedOut | Null =
    if compresses && !exchange.isHead then CompressedOut(sendCompressed, offIoThread) else null

  def begin(head: HttpResponse): Unit =
    if !exchange.isHttp10 && !HttpUtil.isContentLengthSet(head) then
      HttpUtil.setTransferEncodingChunked(head, true)
    exchange.connection.outbox.post(() => exchange.connection.beginStream(exchange, this, head))
    // The head is all that is wanted: the connection must not wait for a stream that may never end.
    if exchange.isHead then end()

  def write(text: String): SendResult = write(text.getBytes(UTF_8))

  def write(piece: Array[Byte]): SendResult = write(ByteBuffer.wrap(piece))

  def write(piece: ByteBuffer): SendResult =
    val length = piece.remaining
    if closed.get then SendResult.Closed
    else if length == 0 then SendResult.Sent // an empty chunk would end the body
    else
      val result = budget.reserve(length)
      if result == SendResult.Sent then
        lastWriteNanos = System.nanoTime
        val zip = gzip
        if zip != null then zip.write(piece)
        else exchange.send(DefaultHttpContent(Unpooled.wrappedBuffer(piece)), written(length, 1, _))
      result

  private def sendCompressed(compressed: Array[Byte], bytes: Int, pieces: Int): Unit =
    val part = DefaultHttpContent(Unpooled.wrappedBuffer(compressed))
    exchange.send(
      part,
      sent =>
        written(bytes, pieces, sent)
        gzip.nn.written()
    )

  private def offIoThread(task: () => Unit): Unit =
    try exchange.core.engine.execute(() => task())
    // the server has stopped: nothing else is to be done here any more
    catch case _: RejectedExecutionException => task()

  /** The room of a lost piece is not room for more: its writer would continue as if the client took all.
    */
  private def written(length: Int, pieces: Int, sent: Boolean): Unit =
    if !sent then abandoned()
    budget.release(length, pieces)

  def end(): Unit = end(LastHttpContent.EMPTY_LAST_CONTENT)

  def end(trailers: Seq[(String, String)]): Unit = end(Trailers.last(trailers))

  private def end(last: LastHttpContent): Unit =
    if closed.compareAndSet(false, true) then
      val zip = gzip
      if zip == null then exchange.send(last)
      else if exchange.connection.outbox.isOnItsThread then
        offIoThread(() => zip.end(() => exchange.send(last)))
      else zip.end(() => exchange.send(last))
      finished()

  def onDrain(callback: () => Unit): Unit =
    Events.admit(callback)
    drainCallback = callback

  def onClose(callback: () => Unit): Unit =
    Events.admit(callback)
    val late = synchronized:
      closeCallback = callback
      over
    if late then finished()

  def subscriber(): Flow.Subscriber[ByteBuffer] =
    StreamSubscriber.of(this, RequestRun.streamFailed(exchange, _))

  def bufferedBytes: Long = budget.bufferedBytes

  lazy val kept: KeptBytes =
    val connection = exchange.connection
    KeptBytes(exchange.core.unsent, connection.unsent, connection.outbox)

  /** Whether the stream is still open on this side. */
  def isOpen: Boolean = !closed.get

  /** Sends a comment on a stream of events that has been silent for `interval`. */
  def keepAlive(now: Long, interval: FiniteDuration): Unit =
    if isEvents && isOpen && now - lastWriteNanos >= interval.toNanos then
      if gzip == null then write(NettyEventStream.KeepAlive): Unit
      else offIoThread(() => write(NettyEventStream.KeepAlive): Unit)

  /** The client has gone, or nothing more can be sent to it. Any thread. */
  def abandoned(): Unit = if closed.compareAndSet(false, true) then finished()

  private def finished(): Unit =
    budget.close()
    val callback = synchronized:
      over = true
      val c = closeCallback
      closeCallback = null
      c
    if callback != null then event(callback)

  private def event(callback: () => Unit): Unit =
    val events = exchange.events
    if events != null then events.run(callback)
end StreamOut

private[eddy] object StreamOut:
  private val nothing: () => Unit = () => ()
