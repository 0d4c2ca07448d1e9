package eddy.push.internal

import eddy.push.Publication

import java.util.ArrayList

/** Publications on their way to a channel's subscribers: publications that arrived while the channel was
  * busy. Confined to the channel's actor.
  */
private[push] final class Together(audience: Audience, node: Node):
  import Together.*
  private val waiting = new ArrayList[Encoded](1)
  private var bytes = 0

  def add(publication: Publication): Unit =
    val size = publication.message.data.length
    if waiting.size == Most || bytes + size > MostBytes then handOver()
    waiting.add(new Encoded(publication))
    bytes += size

  /** Hands the pending publications to the subscribers. */
  def handOver(): Unit = if !waiting.isEmpty then
    val all = waiting.toArray(new Array[Encoded](waiting.size))
    waiting.clear()
    bytes = 0
    if !audience.isEmpty then
      if all.length == 1 then audience.tell(all(0)) else audience.tell(new Batch(all))
    node.stats.handed(all, audience, node.id)
end Together

private[push] object Together:
  /** They may not be more than a fast client's connection takes in one piece. */
  private final val Most = 64
  private final val MostBytes = 32 * 1024
