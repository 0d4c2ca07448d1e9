package eddy.state

import eddy.state.internal.lock.{EntryUsage, Lock}
import eddy.state.internal.{EntryMacro, Locks}

import java.util.concurrent.atomic.AtomicReference

/** A map that handlers share; see [[SharedObject]] for what is guaranteed. Iterates in no particular order.
  *
  * Handlers that use single entries whose keys are known before they begin conflict only over the same keys.
  * What the function given to [[updateWith]] or [[getOrElseUpdate]] does to other entries is kept.
  */
final class SharedMap[K, V] private (initial: Map[K, V]) extends SharedObject:
  def this() = this(Map.empty)

  // compared and set: handlers that hold different entries write at the same time
  private val content = new AtomicReference[Map[K, V]](initial)

  private[state] override val entryUsage: EntryUsage = new EntryUsage

  private def now: Map[K, V] = content.get.nn
  private def entry(key: K): Lock | Null = Locks.entryIfChecked(lock, key)

  @ByKey @Reads def get(key: K): Option[V] = accessPart(AccessKind.Reads, entry(key))(now.get(key))

  /** @throws NoSuchElementException when there is no such key */
  @ByKey @Reads def apply(key: K): V = accessPart(AccessKind.Reads, entry(key))(now(key))
  @ByKey @Reads def getOrElse[V1 >: V](key: K, default: => V1): V1 = get(key).getOrElse(default)
  @ByKey @Reads def contains(key: K): Boolean = accessPart(AccessKind.Reads, entry(key))(now.contains(key))
  @Reads def size: Int = snapshot.size
  @Reads def isEmpty: Boolean = snapshot.isEmpty
  @Reads def nonEmpty: Boolean = snapshot.nonEmpty
  @Reads def keys: Iterable[K] = snapshot.keys
  @Reads def values: Iterable[V] = snapshot.values
  @Reads def iterator: Iterator[(K, V)] = snapshot.iterator
  @Reads def foreach(f: ((K, V)) => Unit): Unit = snapshot.foreach(f)
  @Reads def exists(p: ((K, V)) => Boolean): Boolean = snapshot.exists(p)
  @Reads def forall(p: ((K, V)) => Boolean): Boolean = snapshot.forall(p)
  @Reads def count(p: ((K, V)) => Boolean): Int = snapshot.count(p)
  @Reads def map[A](f: ((K, V)) => A): Iterable[A] = snapshot.map(f)
  @Reads def filter(p: ((K, V)) => Boolean): Map[K, V] = snapshot.filter(p)
  @Reads def toMap: Map[K, V] = snapshot
  @Reads def toSeq: Seq[(K, V)] = snapshot.toSeq

  /** The content at this moment, immutable: to be iterated, kept or sent anywhere. Costs nothing. */
  @Reads def snapshot: Map[K, V] = access(AccessKind.Reads)(now)

  /** Returns the value before. */
  @ByKey @Writes def put(key: K, value: V): Option[V] =
    accessPart(AccessKind.Writes, entry(key))(replace(key, Some(value)))
  @ByKey @Writes def update(key: K, value: V): Unit = put(key, value): Unit

  /** Sets the value of a key, as [[update]] does. */
  inline def +=(inline entry: (K, V)): Unit =
    ${ EntryMacro.update('{ (key: K, value: V) => update(key, value) }, 'entry) }

  /** Puts the value unless the key has one; returns that one. */
  @ByKey @Writes def putIfAbsent(key: K, value: V): Option[V] = accessPart(AccessKind.Writes, entry(key)):
    val before = now.get(key)
    if before.isEmpty then replace(key, Some(value)): Unit
    before

  /** Returns the value before. */
  @ByKey @Writes def remove(key: K): Option[V] = accessPart(AccessKind.Writes, entry(key))(replace(key, None))
  @ByKey @Writes def -=(key: K): Unit = remove(key): Unit

  @ByKey @Writes def getOrElseUpdate(key: K, value: => V): V = accessPart(AccessKind.Writes, entry(key)):
    now.get(key) match
      case Some(there) => there
      case None =>
        val made = value
        replace(key, Some(made)): Unit
        made

  /** Sets the value that `f` returns for the present one, or removes it; returns the result of `f`. */
  @ByKey @Writes def updateWith(key: K)(f: Option[V] => Option[V]): Option[V] =
    accessPart(AccessKind.Writes, entry(key)):
      val after = f(now.get(key))
      replace(key, after): Unit
      after

  @Writes def ++=(entries: IterableOnce[(K, V)]): Unit = access(AccessKind.Writes)(change(_ ++ entries))
  @Writes def --=(keys: IterableOnce[K]): Unit = access(AccessKind.Writes)(change(_ -- keys))
  @Writes def filterInPlace(p: (K, V) => Boolean): Unit =
    access(AccessKind.Writes)(change(all => all.filter((key, value) => p(key, value))))
  @Writes def mapValuesInPlace(f: (K, V) => V): Unit =
    access(AccessKind.Writes)(change(all => all.map((key, value) => key -> f(key, value))))
  @Writes def clear(): Unit = access(AccessKind.Writes)(content.set(Map.empty))

  /** The content before it. */
  private def replace(key: K, value: Option[V]): Option[V] =
    var before = now
    while !content.compareAndSet(before, changed(before, key, value)) do before = now
    before.get(key)

  private def changed(all: Map[K, V], key: K, value: Option[V]): Map[K, V] = value match
    case Some(there) => all.updated(key, there)
    case None => all.removed(key)

  /** The lock of the whole map is held. */
  private def change(f: Map[K, V] => Map[K, V]): Unit = content.set(f(now))
end SharedMap

object SharedMap:
  def apply[K, V](entries: (K, V)*): SharedMap[K, V] = new SharedMap(entries.toMap)
  def from[K, V](entries: IterableOnce[(K, V)]): SharedMap[K, V] = new SharedMap(Map.from(entries))
