package eddy.web.internal

import java.util.LinkedHashMap
import scala.jdk.CollectionConverters.given

/** Entries in the order of their use, with a bound on their total weight. Any thread.
  *
  * @param weight of one entry, always the same
  */
private[internal] final class RecentlyUsed[V](most: Long, weight: V => Long):
  // Guarded by this. Not a map that reorders its entries when they are read: where a program has such
  // maps, the inference takes a `get` of any map for a change.
  private val entries = LinkedHashMap[String, V]()
  private var all = 0L

  def get(name: String): V | Null = synchronized:
    val found: V | Null = entries.get(name)
    if found != null then entries.putLast(name, found): Unit
    found

  def total: Long = synchronized(all)
  def isOver: Boolean = synchronized(all > most)

  def put(name: String, value: V): Unit = synchronized:
    val before: V | Null = entries.putLast(name, value)
    all += weight(value) - (if before == null then 0 else weight(before))

  def remove(name: String): Unit = synchronized:
    val before = entries.remove(name)
    if before != null then all -= weight(before)

  /** The least recently used. */
  def eldest(count: Int): Seq[(String, V)] = synchronized(entries.asScala.iterator.take(count).toSeq)

  def trim(): Unit = synchronized:
    val each = entries.values.iterator
    while all > most && each.hasNext do
      all -= weight(each.next)
      each.remove()
end RecentlyUsed
