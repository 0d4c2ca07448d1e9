package eddy.state.internal

import scala.collection.immutable.TreeMap

/** The entries of a cache by key, and their keys by age. Immutable. Times are those of `System.nanoTime`. */
private[state] final class CacheContent[K, V] private (
    entries: Map[K, CacheContent.Entry[V]],
    byAge: TreeMap[Long, K],
    nextNumber: Long
):
  def get(key: K, deadline: Long): Option[V] = entries.get(key).filter(!_.isGone(deadline)).map(_.value)

  def live(deadline: Long): Map[K, V] =
    entries.collect { case (key, entry) if !entry.isGone(deadline) => key -> entry.value }

  def updated(key: K, value: V, now: Long): CacheContent[K, V] =
    new CacheContent(
      entries.updated(key, CacheContent.Entry(value, now, nextNumber)),
      withoutAge(key).updated(nextNumber, key),
      nextNumber + 1
    )

  def removed(key: K): CacheContent[K, V] =
    new CacheContent(entries.removed(key), withoutAge(key), nextNumber)

  /** Without what is gone, and without the oldest beyond the size. */
  def trimmed(maxSize: Int, deadline: Long): CacheContent[K, V] =
    var all = entries
    var ages = byAge
    while ages.nonEmpty && (all.size > maxSize || all(ages.head._2).isGone(deadline)) do
      all = all.removed(ages.head._2)
      ages = ages.tail
    if ages.size == byAge.size then this else new CacheContent(all, ages, nextNumber)

  private def withoutAge(key: K): TreeMap[Long, K] =
    entries.get(key).fold(byAge)(entry => byAge.removed(entry.number))
end CacheContent

private[state] object CacheContent:
  /** The deadline when nothing expires. */
  final val Never = Long.MinValue

  def empty[K, V]: CacheContent[K, V] = new CacheContent(Map.empty, TreeMap.empty, 0)

  /** @param number of the put: the order of age, in which no two are equal */
  private[internal] final case class Entry[V](value: V, putAt: Long, number: Long):
    def isGone(deadline: Long): Boolean = deadline != Never && putAt - deadline <= 0
