package eddy.web.internal

import eddy.web.{EventStream, KeptBytes, SendResult}

import scala.concurrent.duration.FiniteDuration

/** Writes server-sent events on a stream; a comment now and then keeps proxies from closing it. */
private[eddy] final class NettyEventStream(out: StreamOut) extends EventStream:
  def send(data: String, event: String | Null, id: String | Null): SendResult =
    val text = new StringBuilder(data.length + 32)
    if id != null then
      require(oneLine(id) && id.indexOf(0) < 0, "the id of an event must be one line without NUL")
      text.append("id: ").append(id).append('\n'): Unit
    if event != null then
      require(oneLine(event), "the type of an event must be one line")
      text.append("event: ").append(event).append('\n'): Unit
    NettyEventStream.lines(data).foreach(line => text.append("data: ").append(line).append('\n'))
    out.write(text.append('\n').toString)

  private[eddy] def sendEncoded(event: Array[Byte]): SendResult = out.write(event)
  private[eddy] def kept: KeptBytes = out.kept
  def retry(delay: FiniteDuration): SendResult = out.write(s"retry: ${delay.toMillis}\n\n")
  def end(): Unit = out.end()
  def onDrain(callback: () => Unit): Unit = out.onDrain(callback)
  def onClose(callback: () => Unit): Unit = out.onClose(callback)
  def bufferedBytes: Long = out.bufferedBytes

  private def oneLine(s: String) = s.indexOf('\n') < 0 && s.indexOf('\r') < 0
end NettyEventStream

private[eddy] object NettyEventStream:
  val KeepAlive: Array[Byte] = ": keep-alive\n\n".getBytes

  /** By any of the three line ends of the format, keeping empty lines. */
  def lines(data: String): Array[String] = data.split("\r\n|\r|\n", -1)
