package eddy.push.internal.wire

import eddy.push.ClientInfo
import eddy.web.PreparedMessage

import java.util.concurrent.ConcurrentHashMap

/** One form for each pattern, however many subscribe to it. Any thread. */
private[push] final class PatternForms:
  private val forms = ConcurrentHashMap[String, Pushes.PatternForm]()

  def form(pattern: String): Pushes.PatternForm =
    val known = forms.get(pattern)
    if known != null then known
    else
      // unused patterns are forgotten with the others, which are made again
      if forms.size >= PatternForms.Most then forms.clear()
      forms.computeIfAbsent(pattern, Pushes.PatternForm(_))
end PatternForms

private[push] object PatternForms:
  private val Most = 10_000

/** Joins and leaves in their form for the wire: the subscribers of a channel get the same one after another.
  * Any thread.
  */
private[push] final class Comings:
  import Comings.Told

  @volatile private var last: Told | Null = null

  def of(channel: String, who: ClientInfo, joined: Boolean): PreparedMessage =
    val told = last
    if told != null && (told.who eq who) && told.joined == joined && told.channel == channel then told.message
    else
      val message = if joined then Pushes.join(channel, who) else Pushes.leave(channel, who)
      last = Told(channel, who, joined, message)
      message
end Comings

private[push] object Comings:
  private final class Told(
      val channel: String,
      val who: ClientInfo,
      val joined: Boolean,
      val message: PreparedMessage
  )
