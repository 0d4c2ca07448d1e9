package eddy.web

import eddy.web.internal.Checks.{inRange, positive}

import scala.concurrent.duration.{DurationInt, FiniteDuration}

/** When a server says that it has too much to do: a request beyond these bounds is answered with 503 and Retry-After by
  * the I/O thread; its callback does not run. What was admitted goes on, streams and WebSockets that are open too.
  * Checked at construction.
  *
  * @param maxUnanswered requests of the whole server that may wait: for their callbacks to begin, or for their answers to
  *   begin after that
  * @param maxUnansweredBytes what whole bodies may hold in memory together: those that still arrive, and those of requests that
  *   wait; an HTTP/2 connection has an eighth of it, or one body. Well above the largest body that a route takes
  * @param maxWait how long callbacks may be late: when for so long no callback has begun within so long of its request's
  *   arrival, only a few for each worker are admitted until one does
  * @param retryAfter what a refused client is told to wait, in whole seconds
  */
final case class Overload(
    maxUnanswered: Int = 10_000,
    maxUnansweredBytes: Int = 128 * 1024 * 1024,
    maxWait: FiniteDuration = 5.seconds,
    retryAfter: FiniteDuration = 1.second
):
  inRange(
    "maxUnanswered",
    maxUnanswered,
    1,
    10_000_000,
    "as many as find room in memory: some kilobytes each"
  )
  inRange(
    "maxUnansweredBytes",
    maxUnansweredBytes,
    1024 * 1024,
    Int.MaxValue,
    "a tenth to a quarter of the heap suits"
  )
  positive("maxWait", maxWait)
  require(
    retryAfter.toMillis >= 1000 && retryAfter.toMillis % 1000 == 0,
    s"retryAfter = $retryAfter: must be whole seconds, at least one"
  )
end Overload
