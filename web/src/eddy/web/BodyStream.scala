package eddy.web

/** The body of a response whose length is not known beforehand: chunked for HTTP/1.1, until the end of the
  * connection for HTTP/1.0. Any thread may call; the callbacks are events of the request's unit.
  */
trait BodyStream:

  /** Sends a piece. It must not be changed afterwards. A piece larger than the whole buffer goes when nothing waits. */
  def write(piece: Array[Byte]): SendResult

  /** Sends text as UTF-8. */
  def write(text: String): SendResult

  /** Ends the body. Further calls do nothing. */
  def end(): Unit

  /** What to do when there is room again after a [[SendResult.Full]]. Set it before writing. */
  def onDrain(callback: () => Unit): Unit

  /** Called once when the stream is over: ended here, or the client has gone. */
  def onClose(callback: () => Unit): Unit

  /** Bytes accepted that are not yet with the operating system. */
  def bufferedBytes: Long
end BodyStream
