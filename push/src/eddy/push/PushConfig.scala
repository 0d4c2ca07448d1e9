package eddy.push

import eddy.web.Origins
import eddy.web.internal.Checks.{inRange, positive}
import eddy.web.jwt.JwtVerifier

import scala.concurrent.duration.{DurationInt, FiniteDuration}

/** How clients reach the channels. Checked at construction.
  *
  * @param origins web pages that may connect, by any way; others are refused with 403
  * @param tokens what verifies the tokens (JWT) of connections and subscriptions; `None` takes no tokens
  * @param anonymous whether clients without a token may connect. Where a hook is asked ([[Hooks.onConnect]]),
  *   it decides
  * @param limits what one client may do
  * @param connectTimeout how long a client may take for its connect command; then it ends with 3502, or,
  *   while a hook or the mediator is late with the answer, with 3004
  * @param pingInterval how often a client is pinged
  * @param pongTimeout how long it may take to answer; then it ends with 3012
  * @param expiryGrace how long after its expiry a connection or subscription may still be refreshed
  * @param pollTimeout how long a poll waits for something to come; less than the server's
  *   `Timeouts.response`, which else answers 503
  * @param maxBufferedBytes output that waits for one client, before its publications wait, or are dropped, as
  *   their namespace says
  * @param compression whether messages are compressed when a client offers it; costs time for each delivery
  */
final case class PushConfig(
    origins: Origins = Origins.SameHost,
    tokens: Option[PushTokens] = None,
    anonymous: Boolean = false,
    limits: PushLimits = PushLimits(),
    connectTimeout: FiniteDuration = 10.seconds,
    pingInterval: FiniteDuration = 25.seconds,
    pongTimeout: FiniteDuration = 10.seconds,
    expiryGrace: FiniteDuration = 25.seconds,
    pollTimeout: FiniteDuration = 25.seconds,
    maxBufferedBytes: Int = 256 * 1024,
    compression: Boolean = false
):
  positive("connectTimeout", connectTimeout)
  require(
    pingInterval.toSeconds >= 1 && pingInterval.toNanos == pingInterval.toSeconds * 1_000_000_000L,
    s"pingInterval = $pingInterval: must be whole seconds, at least one, as it is sent to clients"
  )
  positive("pongTimeout", pongTimeout)
  require(
    pongTimeout < pingInterval,
    s"pongTimeout = $pongTimeout: must be shorter than pingInterval = $pingInterval, or the next ping goes out before"
  )
  require(expiryGrace.toMillis >= 0, s"expiryGrace = $expiryGrace: must not be negative")
  positive("pollTimeout", pollTimeout)
  inRange("maxBufferedBytes", maxBufferedBytes, 1024, 1024 * 1024 * 1024, "each slow client may hold as much")
end PushConfig

/** What verifies tokens. Their claims are those of Centrifugo: `sub` the user, `exp`, `info` what others see,
  * `channels` to be subscribed to at once, `expire_at` when the connection or subscription expires if not
  * with the token (0 for never); and `channel` in a token for a subscription, whose `sub` is the
  * connection's.
  *
  * @param connection tokens to connect with
  * @param subscription tokens for one channel; the same keys are usual
  */
final case class PushTokens(connection: JwtVerifier, subscription: JwtVerifier)

object PushTokens:
  /** One verifier for both. */
  def apply(verifier: JwtVerifier): PushTokens = new PushTokens(verifier, verifier)
