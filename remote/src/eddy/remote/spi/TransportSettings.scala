package eddy.remote.spi

import scala.concurrent.duration.FiniteDuration

/** The settings of a node that concern its transport.
  *
  * @param connectTimeout of a dial, until the other node has introduced itself
  * @param silenceTimeout after which a silent connection counts as broken
  * @param resumeTimeout how long a session waits for a new connection
  */
final case class TransportSettings(
    connectTimeout: FiniteDuration,
    silenceTimeout: FiniteDuration,
    resumeTimeout: FiniteDuration
)

/** Counters of a session.
  *
  * @param resumptions connections that the session has continued on
  */
final case class TransportStats(
    framesSent: Long,
    framesReceived: Long,
    bytesSent: Long,
    bytesReceived: Long,
    resumptions: Long
)
