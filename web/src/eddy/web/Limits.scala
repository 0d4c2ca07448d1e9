package eddy.web

import eddy.web.internal.Checks.inRange

/** What one client may cost, all bounded by default. Checked at construction.
  *
  * @param maxRequestLineBytes longer request lines are answered with 414
  * @param maxHeaderBytes all header lines together; more is answered with 431
  * @param maxHeaders number of header lines; more is answered with 431
  * @param maxBodyBytes request body that is received whole, decoded; routes may set another ([[Body]]); more
  *   is answered with 413
  * @param maxDrainBytes what is read and dropped of a streamed body after an early answer, to keep the
  *   connection; with more to come the connection is closed
  * @param maxConnections open connections; further ones get 503 with Retry-After and are closed
  * @param maxConnectionsPerAddress open connections of one address, with IPv6 of one network of 64 bits;
  *   further ones get 503 and are closed. 0 stands for half of `maxConnections`; behind a proxy that has one
  *   address, give as many as `maxConnections`. When one of the two is reached, the connection that has been
  *   idle for longest is closed instead, if there is one
  * @param maxPipelined requests of one connection that may be under way before it is read no further
  * @param minBodyBytesPerSecond a client whose request body, received whole, comes slower than this,
  *   `Timeouts.body` aside, gets 408
  * @param minReadBytesPerSecond a client that reads less of its pending data, over any period of
  *   `Timeouts.write`, is cut off
  * @param maxBufferedBytes output that waits for a slow client in one streamed response
  */
final case class Limits(
    maxRequestLineBytes: Int = 8 * 1024,
    maxHeaderBytes: Int = 8 * 1024,
    maxHeaders: Int = 100,
    maxBodyBytes: Int = 1024 * 1024,
    maxDrainBytes: Int = 256 * 1024,
    maxConnections: Int = 10_000,
    maxConnectionsPerAddress: Int = 0,
    maxPipelined: Int = 16,
    maxBufferedBytes: Int = 256 * 1024,
    minBodyBytesPerSecond: Int = 240,
    minReadBytesPerSecond: Int = 1000
):
  inRange("maxRequestLineBytes", maxRequestLineBytes, 64, 1024 * 1024, "8192 suits browsers and proxies")
  inRange("maxHeaderBytes", maxHeaderBytes, 256, 1024 * 1024, "8192 suits browsers and proxies")
  inRange("maxHeaders", maxHeaders, 4, 10_000, "100 suits browsers and proxies")
  inRange(
    "maxBodyBytes",
    maxBodyBytes,
    0,
    1024 * 1024 * 1024,
    "a body is held in memory: stay as low as the service allows"
  )
  inRange("maxDrainBytes", maxDrainBytes, 0, 1024 * 1024 * 1024, "262144 is usual: closing costs less")
  inRange(
    "maxConnections",
    maxConnections,
    1,
    10_000_000,
    "each open connection also needs a file descriptor (ulimit -n)"
  )
  if maxConnectionsPerAddress != 0 then
    inRange(
      "maxConnectionsPerAddress",
      maxConnectionsPerAddress,
      1,
      10_000_000,
      "0 stands for half of maxConnections"
    )
  inRange("maxPipelined", maxPipelined, 1, 1024, "16 is plenty: browsers do not pipeline")
  inRange("maxBufferedBytes", maxBufferedBytes, 1024, 1024 * 1024 * 1024, "each slow client may hold as much")
  inRange(
    "minBodyBytesPerSecond",
    minBodyBytesPerSecond,
    1,
    1024 * 1024 * 1024,
    "240 suits slow telephones too"
  )
  inRange(
    "minReadBytesPerSecond",
    minReadBytesPerSecond,
    1,
    1024 * 1024 * 1024,
    "1000 suits slow telephones too"
  )

  private[eddy] val perAddress: Int =
    if maxConnectionsPerAddress == 0 then math.max(1, maxConnections / 2) else maxConnectionsPerAddress
end Limits
