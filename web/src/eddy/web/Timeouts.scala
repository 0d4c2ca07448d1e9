package eddy.web

import eddy.web.internal.Checks.positive

import scala.concurrent.duration.{DurationInt, FiniteDuration}

/** How long a client may keep a connection waiting, all on by default. Checked at construction.
  *
  * Deadlines are looked at by a periodic sweep: they hold to within a quarter of the shortest of them, at
  * most a second.
  *
  * @param header from the first byte of a request to the end of its header (and from connecting to the first
  *   byte): 408
  * @param body silence of the client in the middle of a body, for a streamed one while the handler waits for
  *   it: 408; and the time that a body may take beyond that at its lowest rate
  *   (`Limits.minBodyBytesPerSecond`, `Body.Streamed`)
  * @param keepAlive between two requests of a connection: closed without a word. More than proxies and
  *   clients keep theirs, which is 60 seconds as a rule: otherwise both end it at the same time, and a
  *   request is lost
  * @param response from the handler's start, or since it last read of a streamed body, to a response that
  *   has at least begun: 503, and a line in the log;
  *   the handler runs on, or will yet begin, and only its answer is dropped
  * @param write a client that takes none of the bytes that wait for it for so long is cut off
  * @param linger longest silence of a refused client whose remaining bytes are read and dropped, so that it
  *   sees the answer; in all they are read for `body`
  */
final case class Timeouts(
    header: FiniteDuration = 10.seconds,
    body: FiniteDuration = 30.seconds,
    keepAlive: FiniteDuration = 90.seconds,
    response: FiniteDuration = 30.seconds,
    write: FiniteDuration = 30.seconds,
    linger: FiniteDuration = 2.seconds
):
  positive("header", header)
  positive("body", body)
  positive("keepAlive", keepAlive)
  positive("response", response)
  positive("write", write)
  positive("linger", linger)

  /** How often deadlines are looked at. */
  private[eddy] val sweepMillis: Long =
    val shortest = Seq(header, body, keepAlive, response, write, linger).map(_.toMillis).min
    math.min(1000L, math.max(10L, shortest / 4))
end Timeouts
