package eddy.web.client

import eddy.state.{Confined, Registers}
import eddy.web.SendResult

import java.net.InetSocketAddress

/** This side's end of an open TCP connection, for protocols of one's own.
  *
  * Any thread may send and close. The handlers are events of one unit: in order, never two at once; set them
  * inside `open`, before the first byte can arrive. They may block: other sockets' handlers run meanwhile,
  * and beyond `maxWaitingBytes` the other side is read no further. An exception in a handler is reported and
  * breaks the connection off.
  */
@Confined
trait TcpSocket:
  def remoteAddress: InetSocketAddress

  /** Sends bytes, in order; do not change the array afterwards. Never blocks: see [[eddy.web.SendResult]]. */
  def send(bytes: Array[Byte]): SendResult

  /** Sends text in UTF-8. */
  def send(text: String): SendResult

  /** What to do with bytes that have come. They are cut as the network did: put together what belongs
    * together.
    */
  @Registers
  def onBytes(handler: Array[Byte] => Unit): Unit

  /** What to do when there is room again after a [[eddy.web.SendResult.Full]]. Set it before sending. */
  @Registers
  def onDrain(handler: () => Unit): Unit

  /** The other side will send no more, but may still read. Without such a handler the socket is closed then.
    */
  @Registers
  def onEnd(handler: () => Unit): Unit

  /** Called once, after the bytes before it: with the exception that broke the connection, or none if it was
    * closed in order.
    */
  @Registers
  def onClose(handler: Option[ClientException] => Unit): Unit

  /** Closes when all sent data has gone out. Further calls do nothing. */
  def close(): Unit

  /** Closes at once; data that is not yet sent is lost. */
  def abort(): Unit

  /** Bytes accepted that are not yet with the operating system. */
  def bufferedBytes: Long
end TcpSocket
