package eddy.state

import eddy.state.internal.lock.{EntryUsage, Lock}
import eddy.state.internal.{CacheContent, EntryMacro, Locks}

import java.util.concurrent.atomic.AtomicReference
import scala.concurrent.duration.{Duration, FiniteDuration}

/** A map of bounded size whose entries expire, for handlers to share; see [[SharedObject]] for what is
  * guaranteed.
  *
  * An entry is gone when it was put longer than `expireAfter` ago, or when the cache is full and it is the
  * one put longest ago. Looking an entry up does not make it any younger: so handlers that only look up run
  * at the same time.
  *
  * Handlers that use single entries whose keys are known before they begin conflict only over the same
  * keys. A full cache drops its oldest entry when another one is put, even while a handler uses the
  * oldest: that handler keeps the value that it has read, and may find nothing when it looks again.
  *
  * @param maxSize most entries
  * @param expireAfter since the entry was put last; for ever, if infinite
  */
final class SharedCache[K, V] private[state] (maxSize: Int, expireAfter: Duration, nanoTime: () => Long)
    extends SharedObject:
  def this(maxSize: Int, expireAfter: Duration = Duration.Inf) =
    this(maxSize, expireAfter, () => System.nanoTime())

  require(maxSize >= 1, s"maxSize = $maxSize: a cache holds at least one entry")
  require(expireAfter > Duration.Zero, s"expireAfter = $expireAfter: must be longer than nothing")

  private val lifeNanos = expireAfter match
    case finite: FiniteDuration => finite.toNanos
    case _ => Long.MaxValue

  // compared and set: handlers that hold different entries write at the same time
  private val content = new AtomicReference[CacheContent[K, V]](CacheContent.empty)

  private[state] override val entryUsage: EntryUsage = new EntryUsage

  private def now: CacheContent[K, V] = content.get.nn
  private def entry(key: K): Lock | Null = Locks.entryIfChecked(lock, key)

  @ByKey @Reads def get(key: K): Option[V] = accessPart(AccessKind.Reads, entry(key))(now.get(key, deadline))

  /** @throws NoSuchElementException when there is no such key */
  @ByKey @Reads def apply(key: K): V =
    get(key).getOrElse(throw java.util.NoSuchElementException(s"$this has no key $key"))
  @ByKey @Reads def getOrElse[V1 >: V](key: K, default: => V1): V1 = get(key).getOrElse(default)
  @ByKey @Reads def contains(key: K): Boolean = get(key).nonEmpty
  @Reads def size: Int = snapshot.size
  @Reads def isEmpty: Boolean = snapshot.isEmpty
  @Reads def foreach(f: ((K, V)) => Unit): Unit = snapshot.foreach(f)
  @Reads def toMap: Map[K, V] = snapshot

  /** The entries that have not expired at this moment, immutable. Takes time in the size. */
  @Reads def snapshot: Map[K, V] = access(AccessKind.Reads)(now.live(deadline))

  @ByKey @Writes def put(key: K, value: V): Option[V] =
    accessPart(AccessKind.Writes, entry(key))(store(key, value))
  @ByKey @Writes def update(key: K, value: V): Unit = put(key, value): Unit

  /** Sets the value of a key, as [[update]] does. */
  inline def +=(inline entry: (K, V)): Unit =
    ${ EntryMacro.update('{ (key: K, value: V) => update(key, value) }, 'entry) }

  /** Returns the value before. */
  @ByKey @Writes def remove(key: K): Option[V] = accessPart(AccessKind.Writes, entry(key)):
    change(_.removed(key)).get(key, deadline)

  @ByKey @Writes def -=(key: K): Unit = remove(key): Unit

  /** Returns the value of the key, or else puts `value` and returns it. Handlers that ask for
    * one key at the same time wait for the first of them, so that a value is made once. Handlers that
    * ask for other keys do not wait.
    */
  @ByKey @Writes def getOrElseUpdate(key: K, value: => V): V = accessPart(AccessKind.Writes, entry(key)):
    now.get(key, deadline) match
      case Some(there) => there
      case None =>
        val made = value
        store(key, made): Unit
        made

  /** Removes what has expired; so does every put. */
  @Writes def removeExpired(): Unit = access(AccessKind.Writes)(change(_.trimmed(maxSize, deadline)): Unit)
  @Writes def clear(): Unit = access(AccessKind.Writes)(content.set(CacheContent.empty))

  /** Returns the value before. */
  private def store(key: K, value: V): Option[V] =
    change(_.updated(key, value, nanoTime()).trimmed(maxSize, deadline)).get(key, deadline)

  /** The content before it. */
  private def change(f: CacheContent[K, V] => CacheContent[K, V]): CacheContent[K, V] =
    var before = now
    while !content.compareAndSet(before, f(before)) do before = now
    before

  /** An entry put at that time, or before, has expired. As far back as there is when nothing expires. */
  private def deadline: Long =
    if lifeNanos == Long.MaxValue then CacheContent.Never else nanoTime() - lifeNanos
end SharedCache
