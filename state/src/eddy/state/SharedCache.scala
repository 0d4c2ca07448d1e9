package eddy.state

import eddy.state.internal.CacheContent

import scala.concurrent.duration.{Duration, FiniteDuration}

/** A map of bounded size whose entries expire, for callbacks to share; see [[SharedObject]] for what is guaranteed.
  *
  * An entry is gone when it was put longer than `expireAfter` ago, or when the cache is full and it is the one put longest
  * ago. Looking an entry up does not make it any younger: so callbacks that only look up run at the same time.
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

  @volatile private var content = CacheContent.empty[K, V]

  @Reads def get(key: K): Option[V] = access(Mode.Reads)(content.get(key, deadline))

  /** @throws NoSuchElementException when there is no such key */
  @Reads def apply(key: K): V =
    get(key).getOrElse(throw java.util.NoSuchElementException(s"$this has no key $key"))
  @Reads def getOrElse[V1 >: V](key: K, default: => V1): V1 = get(key).getOrElse(default)
  @Reads def contains(key: K): Boolean = get(key).nonEmpty
  @Reads def size: Int = snapshot.size
  @Reads def isEmpty: Boolean = snapshot.isEmpty
  @Reads def foreach(f: ((K, V)) => Unit): Unit = snapshot.foreach(f)

  /** What has not expired at this moment, immutable. Takes time in the size. */
  @Reads def snapshot: Map[K, V] = access(Mode.Reads)(content.live(deadline))

  @Writes def put(key: K, value: V): Option[V] = access(Mode.Writes):
    val before = content.get(key, deadline)
    store(key, value)
    before

  @Writes def update(key: K, value: V): Unit = put(key, value): Unit
  @Writes def +=(entry: (K, V)): Unit = put(entry._1, entry._2): Unit

  @Writes def remove(key: K): Option[V] = access(Mode.Writes):
    val before = content.get(key, deadline)
    content = content.removed(key)
    before

  @Writes def -=(key: K): Unit = remove(key): Unit

  /** What is there, or else `value`, which is put. */
  @Writes def getOrElseUpdate(key: K, value: => V): V = access(Mode.Writes):
    content.get(key, deadline) match
      case Some(there) => there
      case None =>
        val made = value
        store(key, made)
        made

  /** Removes what has expired; so does every put. */
  @Writes def removeExpired(): Unit = access(Mode.Writes):
    content = content.trimmed(maxSize, deadline)
  @Writes def clear(): Unit = access(Mode.Writes):
    content = CacheContent.empty

  private def store(key: K, value: V): Unit =
    content = content.updated(key, value, nanoTime()).trimmed(maxSize, deadline)

  /** What was put at that time, or before, is gone. As far back as there is when nothing expires. */
  private def deadline: Long =
    if lifeNanos == Long.MaxValue then CacheContent.Never else nanoTime() - lifeNanos
end SharedCache
