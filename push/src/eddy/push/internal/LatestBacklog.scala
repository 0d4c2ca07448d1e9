package eddy.push.internal

import java.util.LinkedHashMap

/** Pending publications under [[eddy.push.Overflow.KeepLatest]]: of those with the same value of the tag only
  * the newest.
  */
private[push] final class LatestBacklog(tag: String, stats: StreamStats, keeper: Backlog.Keeper)
    extends Backlog(stats, keeper):
  import LatestBacklog.Waiting

  // by the value of the tag; one without it by its identity; in order of arrival
  private val waiting = new LinkedHashMap[AnyRef, Waiting]()
  private var untagged = 0

  def add(item: AnyRef, size: Int): Unit =
    val key = keyOf(item)
    if forget(key) then stats.replaced.increment()
    val _ = waiting.put(key, Waiting(item, size))
    if key eq item then untagged += 1
    entered(item, size)

  def putBack(item: AnyRef, size: Int): Unit =
    val key = keyOf(item)
    // a newer one has come meanwhile
    if waiting.containsKey(key) then stats.replaced.increment()
    else
      val _ = waiting.putFirst(key, Waiting(item, size))
      if key eq item then untagged += 1
      entered(item, size)

  def poll(): AnyRef | Null =
    val first = waiting.firstEntry
    if first == null then null
    else
      val item = first.getValue.nn.item
      forget(first.getKey.nn): Unit
      item

  def peek: AnyRef | Null =
    val first = waiting.firstEntry
    if first == null then null else first.getValue.nn.item

  /** The oldest without a tag, or the oldest. */
  def evict(): Unit =
    val keys = waiting.sequencedKeySet.nn.iterator.nn
    var key: AnyRef | Null = if keys.hasNext then keys.next else null
    if untagged > 0 then while key != null && (waiting.get(key).nn.item ne key) do key = keys.next
    if key != null then forget(key): Unit

  private def forget(key: AnyRef): Boolean =
    val known = waiting.remove(key)
    if known != null then
      if known.item eq key then untagged -= 1
      left(known.item, known.size)
    known != null

  private def keyOf(item: AnyRef): AnyRef = item match
    case encoded: Encoded => encoded.publication.message.tags.getOrElse(tag, encoded)
    case other => other
end LatestBacklog

private[push] object LatestBacklog:
  private final class Waiting(val item: AnyRef, val size: Int)
