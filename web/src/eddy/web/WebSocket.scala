package eddy.web

import eddy.state.{Confined, Registers, Stable}
import eddy.web.internal.PreparedRow

import scala.annotation.unused

/** A WebSocket that a client has opened; its handlers are events of the socket's own unit. */
@Confined
trait WebSocket extends MessageSocket:

  /** The request that opened it: path parameters, query, cookies. */
  @Stable
  def request: Request

  /** Sends a text message that is encoded already; do not change the array afterwards. */
  private[eddy] def sendText(utf8: Array[Byte]): SendResult

  /** Calls once what was sent so far is with the operating system, on an I/O thread, where it must be
    * short; or never, when that will not be.
    */
  private[eddy] def whenWritten(done: Runnable): Unit

  /** Sends all of them, or none: [[SendResult.Full]] also says that they must be sent one by one, and then
    * `onDrain` need not come.
    */
  private[eddy] def send(@unused row: PreparedRow): SendResult = SendResult.Full

  /** Has messages given to `handler` as they are held, in place of `onText` and `onBinary`. */
  @Registers
  private[eddy] def onHeld(handler: HeldMessage => Unit): Unit

  /** What the application keeps of messages whose handlers have run counts with those that wait for them.
    * @param bytes is asked for it, on an I/O thread, where it must be short
    */
  private[eddy] def keepsUnread(bytes: () => Long): Unit

  /** The application keeps so much now to be sent to this client: it counts as unsent. */
  private[eddy] def keepsUnsent(bytes: Long): Unit

  /** What the application keeps to be sent to this client, and perhaps to others: it counts as unsent. */
  private[eddy] def kept: KeptBytes

  /** Whether the server has no memory left for so much more that waits. */
  private[eddy] def isFullFor(bytes: Int): Boolean
end WebSocket
