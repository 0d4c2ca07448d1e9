package eddy.push.internal.plain

import eddy.push.DisconnectCode
import eddy.push.internal.plain.Door.Denied
import eddy.push.internal.wire.Written
import eddy.push.internal.wire.Written.*
import eddy.web.{EventStream, Request, Response}

import java.nio.charset.StandardCharsets.UTF_8
import scala.concurrent.duration.DurationLong

/** Tells a browser's `EventSource` to reconnect: after an answer with another status than 200 it never does
  * (HTML, section 9.2.3).
  */
private[push] object Passing:
  /** Whether who asks is one, or behaves like it. */
  def isAsked(request: Request): Boolean = EventStream.isAsked(request)

  /** Whether the client may be let in when it comes back. */
  def passes(why: Denied): Boolean =
    why.status == 429 || why.status == 503 || why.code == DisconnectCode.Expired.code

  /** A stream that says why it ends at once, and when to come back. */
  def tell(response: Response, code: Int, reason: String): Unit =
    val events = response.events()
    // not all at the same time
    events.retry((2000 + 3000 * math.random()).toLong.millis): Unit
    end(events, code, reason)

  def end(events: EventStream, code: Int, reason: String): Unit =
    val said = Written: out =>
      out.field("code", code)
      out.field("reason", reason)
    events.send(String(said, UTF_8), "disconnect"): Unit
    events.end()
end Passing
