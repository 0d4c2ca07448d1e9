package eddy.web.client

import eddy.web.internal.Checks.{inRange, positive}
import eddy.web.internal.Tokens

import javax.net.ssl.SSLContext
import scala.concurrent.duration.{DurationInt, FiniteDuration}

/** What a [[Client]] allows the servers it asks, all bounded by default. Checked at construction.
  *
  * @param connectTimeout to open a connection, TLS included
  * @param timeout a whole call, redirections and the answer's body included; for streamed answers, to the end
  *   of their header
  * @param idleTimeout silence in the body of a streamed answer, and how long its reader may leave it lying
  * @param maxBodyBytes an answer that is received whole, in memory; a call may set another
  * @param maxRedirects redirections that one call follows; 0 follows none, and returns them as answers
  * @param maxCalls calls under way at a time; further ones fail at once ([[ClientFailure.Busy]])
  * @param http2 HTTP/2 where the server speaks it over TLS; plain connections are HTTP/1.1
  * @param userAgent sent with every request that has no header of that name
  * @param tls whom to trust; the JDK's certificates, unless given
  */
final case class ClientConfig(
    connectTimeout: FiniteDuration = 5.seconds,
    timeout: FiniteDuration = 30.seconds,
    idleTimeout: FiniteDuration = 30.seconds,
    maxBodyBytes: Int = 16 * 1024 * 1024,
    maxRedirects: Int = 5,
    maxCalls: Int = 1000,
    http2: Boolean = true,
    userAgent: String = "Eddy",
    tls: Option[SSLContext] = None
):
  positive("connectTimeout", connectTimeout)
  positive("timeout", timeout)
  positive("idleTimeout", idleTimeout)
  inRange(
    "maxBodyBytes",
    maxBodyBytes,
    0,
    1024 * 1024 * 1024,
    "the body is held in memory; stream larger ones"
  )
  inRange("maxRedirects", maxRedirects, 0, 20, "5 suits most")
  inRange("maxCalls", maxCalls, 1, 1_000_000, "each may hold a connection")
  require(
    userAgent.nonEmpty && Tokens.isFieldValue(userAgent),
    "userAgent: must be a name without control characters"
  )
end ClientConfig
