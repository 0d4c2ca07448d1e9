package eddy.push.sns.internal

import java.time.{Duration, Instant}
import java.util.LinkedHashMap

/** Which messages have come already, by their ids, for as long as each would count as fresh. Only authentic
  * ones come here. Any thread.
  *
  * @param remembers how long
  */
private[sns] final class Once(remembers: Duration):
  // guarded by this: since when each is known, oldest first
  private val known = new LinkedHashMap[String, Instant]()

  /** Whether it comes for the first time. */
  def isFirst(id: String, now: Instant): Boolean = synchronized:
    var oldest = known.firstEntry
    while oldest != null && (known.size > Once.Most || oldest.getValue.plus(remembers).isBefore(now)) do
      val _ = known.pollFirstEntry()
      oldest = known.firstEntry
    known.putIfAbsent(id, now) == null
end Once

private[sns] object Once:
  /** More than the beats of a thousand nodes in a quarter of an hour; of more the oldest go. */
  private final val Most = 100_000
