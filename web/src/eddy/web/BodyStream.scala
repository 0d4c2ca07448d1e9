package eddy.web

import eddy.state.{Confined, Registers}

import java.nio.ByteBuffer
import java.util.concurrent.Flow

/** The body of a response whose length is not known beforehand: chunked for HTTP/1.1, until the end of the
  * connection for HTTP/1.0. Any thread may call; the handlers are events of the request's unit.
  */
@Confined
trait BodyStream:

  /** Sends a piece. It must not be changed afterwards. A piece larger than the whole buffer goes when nothing
    * waits.
    */
  def write(piece: Array[Byte]): SendResult

  /** Sends what remains in `piece`, as [[write]] does. */
  def write(piece: ByteBuffer): SendResult

  /** Sends text as UTF-8. */
  def write(text: String): SendResult

  /** Ends the body. Further calls do nothing. */
  def end(): Unit

  /** Ends the body, with fields behind it (RFC 9110, section 6.5), such as a checksum of the body. HTTP/1.0
    * has none, and HEAD gets none: they are left out then.
    * @throws IllegalArgumentException for a field that may not stand there, as it frames, routes or describes
    *   the message
    */
  def end(trailers: Seq[(String, String)]): Unit

  /** What to do when there is room again after a [[SendResult.Full]]. Set it before writing. */
  @Registers
  def onDrain(handler: () => Unit): Unit

  /** Called once when the stream is over: ended here, or the client has gone. */
  @Registers
  def onClose(handler: () => Unit): Unit

  /** This stream as a Flow subscriber, which asks for the next piece when the last one had room. It ends the
    * stream when its publisher completes, breaks it off (and reports why) when that fails, and cancels when
    * the client has gone. It takes over [[onDrain]] and [[onClose]]; nothing else should write.
    */
  def subscriber(): Flow.Subscriber[ByteBuffer]

  /** Bytes accepted that are not yet with the operating system. */
  def bufferedBytes: Long
end BodyStream
