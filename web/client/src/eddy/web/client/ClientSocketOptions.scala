package eddy.web.client

import eddy.web.internal.Checks.{inRange, positive}
import eddy.web.internal.Tokens

import scala.concurrent.duration.{DurationInt, FiniteDuration}

/** Rules of a WebSocket that a [[Client]] opens. Checked at construction.
  *
  * @param subprotocols what this side speaks, best first, for the server to choose from
  * @param maxMessageBytes a whole message, in bytes, or in characters if it is text; larger ones close it
  *   (1009 at `onClose`)
  * @param maxBufferedBytes output waiting for a slow server; beyond it `send` answers
  *   [[eddy.web.SendResult.Full]]
  * @param maxQueuedMessages received messages that wait for `onText` or `onBinary`; beyond it the socket is
  *   not read
  * @param pingInterval how long the server may be silent before it is pinged, and then before it is given up
  *   (1006)
  * @param closeTimeout how long the server has to answer a close frame
  */
final case class ClientSocketOptions(
    subprotocols: Seq[String] = Nil,
    maxMessageBytes: Int = 1024 * 1024,
    maxBufferedBytes: Int = 256 * 1024,
    maxQueuedMessages: Int = 64,
    pingInterval: FiniteDuration = 20.seconds,
    closeTimeout: FiniteDuration = 5.seconds
):
  inRange("maxMessageBytes", maxMessageBytes, 125, 1024 * 1024 * 1024, "a message is held in memory whole")
  inRange("maxBufferedBytes", maxBufferedBytes, 1024, 1024 * 1024 * 1024, "a slow server may hold as much")
  inRange("maxQueuedMessages", maxQueuedMessages, 1, 1_000_000, "64 hides the hops between threads")
  positive("pingInterval", pingInterval)
  positive("closeTimeout", closeTimeout)
  subprotocols.foreach: name =>
    require(
      Tokens.isToken(name),
      s"subprotocol \"${name.filterNot(_.isControl)}\": must be a token (letters, digits, - . _ and the like)"
    )
end ClientSocketOptions
