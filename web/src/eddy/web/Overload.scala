package eddy.web

import eddy.web.internal.Checks.{inRange, positive}

import scala.concurrent.duration.{DurationInt, FiniteDuration}

/** When a server has too much to do: a request beyond these bounds is answered with 503 and Retry-After by
  * the I/O thread; its handler does not run. Requests that were admitted continue, as do open streams and
  * WebSockets. Checked at construction.
  *
  * @param maxUnanswered requests of the whole server that may wait: for their handlers to begin, or for their
  *   answers to begin after that
  * @param maxUnansweredBytes what buffered bodies may hold in memory together: those that still arrive, those
  *   of requests that wait, and unread parts of streamed bodies. An HTTP/2 connection has an eighth of it for
  *   buffered bodies, or one body. Well above the largest body that a route takes. 0 stands for an eighth of
  *   the largest heap
  * @param maxUnsentBytes what may wait in memory for clients to take it, of all answers, events and messages
  *   together; beyond it requests are refused, and connections reset, those first that keep most and have
  *   taken nothing for longest. 0 stands for an eighth of the largest heap
  * @param maxWait how long handlers may be late: when for so long no handler has begun within so long of its
  *   request's arrival, only a few for each worker are admitted until one does
  * @param retryAfter how long a refused client is asked to wait, in whole seconds
  */
final case class Overload(
    maxUnanswered: Int = 10_000,
    maxUnansweredBytes: Int = 0,
    maxUnsentBytes: Int = 0,
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
  Overload.check("maxUnansweredBytes", maxUnansweredBytes, 1024 * 1024)
  Overload.check("maxUnsentBytes", maxUnsentBytes, 64 * 1024)
  positive("maxWait", maxWait)
  require(
    retryAfter.toMillis >= 1000 && retryAfter.toMillis % 1000 == 0,
    s"retryAfter = $retryAfter: must be whole seconds, at least one"
  )

  private[eddy] val unansweredBytes: Int = Overload.orPartOfHeap(maxUnansweredBytes, 8)
  private[eddy] val unsentBytes: Int = Overload.orPartOfHeap(maxUnsentBytes, 8)
end Overload

object Overload:
  private def check(name: String, bytes: Int, least: Int): Unit =
    if bytes != 0 then
      inRange(name, bytes, least, Int.MaxValue, "a sixteenth to a quarter of the heap suits, as 0 stands for")

  /** The largest heap is that of `-Xmx`, or what the JVM takes of the machine. */
  private def orPartOfHeap(bytes: Int, part: Int): Int =
    if bytes > 0 then bytes
    else math.min(Int.MaxValue.toLong, math.max(1024L * 1024, Runtime.getRuntime.maxMemory / part)).toInt
end Overload
