package eddy.web.client

import eddy.web.internal.Checks.{inRange, positive}

import javax.net.ssl.SSLContext
import scala.concurrent.duration.{DurationInt, FiniteDuration}

/** What a [[TcpClient]] allows the servers it connects to. Checked at construction.
  *
  * @param connectTimeout to open a connection, TLS included
  * @param writeTimeout in which the server reads none of the sent data: the call is given up then
  * @param maxBufferedBytes output waiting for a slow server; beyond it `send` answers
  *   [[eddy.web.SendResult.Full]]
  * @param maxWaitingBytes received bytes that wait for `onBytes`; beyond it the socket is not read
  * @param maxSockets open at a time; further ones fail at once ([[ClientFailure.Busy]])
  * @param tls whom to trust, for sockets over TLS; the JDK's certificates, unless given
  */
final case class TcpConfig(
    connectTimeout: FiniteDuration = 5.seconds,
    writeTimeout: FiniteDuration = 30.seconds,
    maxBufferedBytes: Int = 256 * 1024,
    maxWaitingBytes: Int = 256 * 1024,
    maxSockets: Int = 1000,
    tls: Option[SSLContext] = None
):
  positive("connectTimeout", connectTimeout)
  positive("writeTimeout", writeTimeout)
  inRange("maxBufferedBytes", maxBufferedBytes, 1024, 1024 * 1024 * 1024, "a slow server may hold as much")
  inRange("maxWaitingBytes", maxWaitingBytes, 1024, 1024 * 1024 * 1024, "a slow handler may hold as much")
  inRange("maxSockets", maxSockets, 1, 1_000_000, "each holds a connection")
end TcpConfig
