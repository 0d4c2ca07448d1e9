package eddy.web

import eddy.web.internal.Checks.{inRange, positive}

import scala.concurrent.duration.{Duration, DurationInt, FiniteDuration}

/** Which web pages may open a WebSocket (RFC 6455, section 10.2). Clients that send no Origin are not
  * browsers and pass.
  */
enum Origins derives CanEqual:

  /** Only pages of the scheme, host and port that the client has asked for, as far as the server knows: by
    * Host and the connection, or by what [[TrustedProxies]] tell. In clear, without such proxies, pages
    * that came over TLS belong to it, too.
    */
  case SameHost

  /** Only the origins listed, such as `https://chat.example.org`, and pages of the same host. */
  case Only(origins: Set[String])

  /** Any page: only for services that authenticate every message, as cookies alone would let any page in. */
  case Any
end Origins

/** Rules of one WebSocket route. Checked at construction.
  *
  * @param origins pages that may connect; others are refused with 403
  * @param subprotocols what the server speaks, best first; the first that the client offers is chosen
  * @param maxMessageBytes a whole message after decompression, and a single frame; larger ones close with
  *   1009
  * @param maxBufferedBytes output waiting for a slow client; beyond it `send` answers [[SendResult.Full]].
  *   A single larger message is taken when nothing else waits.
  * @param maxQueuedMessages received messages that wait for `onText` or `onBinary`; beyond it the socket is
  *   not read
  * @param pingInterval how long the client may be silent before it is pinged
  * @param pongTimeout how long it may then stay silent before it is given up (1006 at `onClose`)
  * @param idleTimeout how long without any message, either way, before closing with 1000; infinite means
  *   never
  * @param closeTimeout how long the client has to answer a close frame, once it has taken what was sent
  *   before
  * @param compression whether permessage-deflate (RFC 7692) is agreed to when offered, without context
  *   takeover: that costs some compression and saves about 300 kB for each connection
  * @param compressFromBytes messages shorter than this go out uncompressed
  */
final case class WebSocketOptions(
    origins: Origins = Origins.SameHost,
    subprotocols: Seq[String] = Nil,
    maxMessageBytes: Int = 1024 * 1024,
    maxBufferedBytes: Int = 256 * 1024,
    maxQueuedMessages: Int = 64,
    pingInterval: FiniteDuration = 20.seconds,
    pongTimeout: FiniteDuration = 20.seconds,
    idleTimeout: Duration = Duration.Inf,
    closeTimeout: FiniteDuration = 5.seconds,
    compression: Boolean = true,
    compressFromBytes: Int = 512
):
  inRange("maxMessageBytes", maxMessageBytes, 125, 1024 * 1024 * 1024, "a message is held in memory whole")
  inRange("maxBufferedBytes", maxBufferedBytes, 1024, 1024 * 1024 * 1024, "each slow client may hold as much")
  inRange("maxQueuedMessages", maxQueuedMessages, 1, 1_000_000, "64 hides the hops between threads")
  inRange("compressFromBytes", compressFromBytes, 0, Int.MaxValue, "0 compresses every message")
  positive("pingInterval", pingInterval)
  positive("pongTimeout", pongTimeout)
  positive("closeTimeout", closeTimeout)
  require(
    idleTimeout == Duration.Inf || idleTimeout.isFinite && idleTimeout.toMillis >= 1,
    s"idleTimeout = $idleTimeout: must be at least one millisecond, or Duration.Inf for none"
  )
  internal.OriginRules.check(origins)
  subprotocols.foreach: name =>
    require(
      name.nonEmpty && name.forall(internal.Tokens.isTokenChar),
      s"subprotocol \"$name\": must be a token (letters, digits, - . _ and the like)"
    )
end WebSocketOptions
