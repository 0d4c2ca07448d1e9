package eddy.state

import scala.collection.immutable.TreeMap

/** A map in the order of its keys that handlers share; see [[SharedObject]] for the guarantees. The order
  * must depend on nothing that changes, and change nothing, as no lock covers the objects that it touches.
  */
final class SharedSortedMap[K, V] private (initial: TreeMap[K, V]) extends SharedObject:
  def this()(using Ordering[K]) = this(TreeMap.empty[K, V])

  @volatile private var content = initial

  @Reads def get(key: K): Option[V] = snapshot.get(key)

  /** @throws NoSuchElementException when there is no such key */
  @Reads def apply(key: K): V = snapshot(key)
  @Reads def getOrElse[V1 >: V](key: K, default: => V1): V1 = get(key).getOrElse(default)
  @Reads def contains(key: K): Boolean = snapshot.contains(key)
  @Reads def size: Int = snapshot.size
  @Reads def isEmpty: Boolean = snapshot.isEmpty
  @Reads def nonEmpty: Boolean = snapshot.nonEmpty
  @Reads def headOption: Option[(K, V)] = snapshot.headOption
  @Reads def lastOption: Option[(K, V)] = snapshot.lastOption

  /** The entry with the least key that is not below this one. */
  @Reads def minAfter(key: K): Option[(K, V)] = snapshot.minAfter(key)

  /** The entry with the greatest key below this one. */
  @Reads def maxBefore(key: K): Option[(K, V)] = snapshot.maxBefore(key)

  /** The entries from `from` to before `until`, immutable. */
  @Reads def range(from: K, until: K): TreeMap[K, V] = snapshot.range(from, until)
  @Reads def keys: Iterable[K] = snapshot.keys
  @Reads def values: Iterable[V] = snapshot.values
  @Reads def iterator: Iterator[(K, V)] = snapshot.iterator
  @Reads def foreach(f: ((K, V)) => Unit): Unit = snapshot.foreach(f)
  @Reads def map[A](f: ((K, V)) => A): Iterable[A] = snapshot.map(f)
  @Reads def filter(p: ((K, V)) => Boolean): TreeMap[K, V] = snapshot.filter(p)
  @Reads def toMap: Map[K, V] = snapshot
  @Reads def toSeq: Seq[(K, V)] = snapshot.toSeq

  /** The content at this moment, immutable. Costs nothing. */
  @Reads def snapshot: TreeMap[K, V] = access(AccessKind.Reads)(content)

  /** Returns the value before. */
  @Writes def put(key: K, value: V): Option[V] = access(AccessKind.Writes):
    val before = content.get(key)
    content = content.updated(key, value)
    before

  @Writes def update(key: K, value: V): Unit = put(key, value): Unit
  @Writes def +=(entry: (K, V)): Unit = put(entry._1, entry._2): Unit

  /** Returns the value before. */
  @Writes def remove(key: K): Option[V] = access(AccessKind.Writes):
    val before = content.get(key)
    if before.nonEmpty then content = content.removed(key)
    before

  @Writes def -=(key: K): Unit = remove(key): Unit

  @Writes def getOrElseUpdate(key: K, value: => V): V = access(AccessKind.Writes):
    content.get(key) match
      case Some(there) => there
      case None =>
        val made = value
        content = content.updated(key, made)
        made

  /** Sets the value that `f` returns for the present one, or removes it; returns the result of `f`. */
  @Writes def updateWith(key: K)(f: Option[V] => Option[V]): Option[V] = access(AccessKind.Writes):
    val after = f(content.get(key))
    content = after match
      case Some(there) => content.updated(key, there)
      case None => content.removed(key)
    after

  @Writes def ++=(entries: IterableOnce[(K, V)]): Unit = access(AccessKind.Writes):
    content = content ++ entries
  @Writes def filterInPlace(p: (K, V) => Boolean): Unit = access(AccessKind.Writes):
    content = content.filter((key, value) => p(key, value))
  @Writes def clear(): Unit = access(AccessKind.Writes):
    content = content.empty
end SharedSortedMap

object SharedSortedMap:
  def apply[K, V](entries: (K, V)*)(using Ordering[K]): SharedSortedMap[K, V] = from(entries)
  def from[K, V](entries: IterableOnce[(K, V)])(using Ordering[K]): SharedSortedMap[K, V] =
    new SharedSortedMap(TreeMap.from(entries))
