package eddy.web

import eddy.state.{Confined, Registers}

/** This side's end of an open WebSocket (RFC 6455), whichever side has opened it: [[WebSocket]] at the
  * server.
  *
  * Any thread may send and close. The handlers are events of one unit: in order, never two at once; set them
  * inside `open`, before the first message can arrive. They may block: other sockets' handlers run meanwhile,
  * and after `maxQueuedMessages` waiting messages the other side is read no further. An exception in a
  * handler is reported and closes with 1011. Pings are answered and sent without the handlers' help.
  */
@Confined
trait MessageSocket:
  /** The subprotocol agreed upon, if any. */
  def subprotocol: Option[String]

  /** Sends a text message. */
  def send(text: String): SendResult

  /** Sends a binary message; do not change the array afterwards. */
  def send(bytes: Array[Byte]): SendResult

  /** Sends what is meant for many sockets: a server neither encodes nor compresses it again for each. */
  def send(message: PreparedMessage): SendResult

  @Registers
  def onText(handler: String => Unit): Unit

  @Registers
  def onBinary(handler: Array[Byte] => Unit): Unit

  /** Called once, with the code and reason of whichever side closed first: 1005 when the peer gave no code,
    * 1006 when the connection broke without a close frame.
    */
  @Registers
  def onClose(handler: (code: Int, reason: String) => Unit): Unit

  /** What to do when there is room again after a [[SendResult.Full]]. Set it before sending. */
  @Registers
  def onDrain(handler: () => Unit): Unit

  /** Begins the close handshake, after the messages sent before. Further calls do nothing.
    * @param code 1000, 1001, 1003, 1007–1014 or 3000–4999; of a client 1000, 1001, 1008, 1011 or 3000–4999
    * @param reason at most 123 bytes of UTF-8
    * @throws IllegalArgumentException for a code or reason that may not be sent
    */
  def close(code: Int = 1000, reason: String = ""): Unit

  /** Bytes accepted that are not yet with the operating system. */
  def bufferedBytes: Long
end MessageSocket
