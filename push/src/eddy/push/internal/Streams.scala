package eddy.push.internal

import eddy.push.{Namespace, TagFilter}
import eddy.runtime.Engine

import java.util.concurrent.ConcurrentHashMap

/** Makes the subscriptions of a node, and counts what they do. Any thread. */
private[push] final class Streams(val hub: Hub, val engine: Engine):
  import Streams.*

  val stats: StreamStats = StreamStats()
  val encodings: Encodings = Encodings()
  // those of a namespace share their rules
  private val known = ConcurrentHashMap[(Namespace, Boolean), StreamRules]()

  /** A subscription that has not begun: see [[StreamPublisher]].
    *
    * @param pattern whether `channel` is a pattern: then publications have no common order, and are only
    *   pushed
    * @param filter what the client wants of it
    */
  def open(
      channel: String,
      namespace: Namespace,
      sink: Sink,
      pattern: Boolean = false,
      filter: TagFilter | Null = null
  ): StreamPublisher =
    val rules = rulesOf(namespace, pattern)
    stats.open.increment()
    stats.capacity.add(rules.bufferMessages)
    new StreamPublisher(this, rules, channel, sink, filter)

  private def rulesOf(namespace: Namespace, pattern: Boolean): StreamRules =
    val shared = known.get((namespace, pattern))
    if shared != null then shared
    else
      val made = StreamRules.of(namespace, pattern, stats)
      // hooks may change the options of each
      if known.size < MaxShared then known.put((namespace, pattern), made): Unit
      made
end Streams

private[push] object Streams:
  private val MaxShared = 1000
