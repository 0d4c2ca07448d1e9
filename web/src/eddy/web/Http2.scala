package eddy.web

import eddy.web.internal.Checks.inRange

/** How HTTP/2 (RFC 9113) is spoken: over TLS when the client prefers it (ALPN), and in clear with clients
  * that begin with it.
  * Requests, limits and timeouts are those of HTTP/1. Checked at construction.
  *
  * @param maxConcurrentStreams requests of one connection under way; further ones are refused, to be sent
  *   again
  * @param windowBytes of one request's body that may be on the way or wait to be read
  * @param connectionWindowBytes bytes that may be on the way for all requests of a connection together;
  *   bytes that have come and wait to be read no longer count, so that requests that are not read hold up no
  *   others
  * @param maxResets requests that a client may cancel in 30 seconds; beyond it the connection is closed
  *   ("rapid reset")
  * @param maxControlFrames PING and SETTINGS frames that a client may send in 30 seconds; beyond it the
  *   connection is closed
  * @param cleartext whether it is spoken without TLS too, by prior knowledge
  */
final case class Http2(
    maxConcurrentStreams: Int = 100,
    windowBytes: Int = 64 * 1024,
    connectionWindowBytes: Int = 1024 * 1024,
    maxResets: Int = 200,
    maxControlFrames: Int = 1000,
    cleartext: Boolean = true
):
  inRange("maxConcurrentStreams", maxConcurrentStreams, 1, 100_000, "100 is usual")
  inRange(
    "windowBytes",
    windowBytes,
    1024,
    1024 * 1024 * 1024,
    "65536 suits most; more for fast uploads from far away"
  )
  inRange(
    "connectionWindowBytes",
    connectionWindowBytes,
    65_535,
    1024 * 1024 * 1024,
    "several times windowBytes; more for fast uploads from far away"
  )
  inRange("maxResets", maxResets, 1, 1_000_000, "200 is far above what browsers do")
  inRange("maxControlFrames", maxControlFrames, 10, 1_000_000, "1000 is far above what clients need")
end Http2
