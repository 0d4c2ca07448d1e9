package eddy.state

import eddy.state.internal.Locks
import eddy.state.internal.lock.{EntryUsage, Lock}

import java.util.concurrent.atomic.AtomicReference

/** A set that handlers share; see [[SharedObject]] for what is guaranteed. Iterates in no particular order.
  *
  * Handlers that use single elements which are known before they begin conflict only over the same elements.
  */
final class SharedSet[A] private (initial: Set[A]) extends SharedObject:
  def this() = this(Set.empty)

  // compared and set: handlers that hold different elements write at the same time
  private val content = new AtomicReference[Set[A]](initial)
  private[state] override val entryUsage: EntryUsage = new EntryUsage

  private def now: Set[A] = content.get.nn
  private def entry(value: A): Lock | Null = Locks.entryIfChecked(lock, value)

  @ByKey @Reads def contains(value: A): Boolean =
    accessPart(AccessKind.Reads, entry(value))(now.contains(value))
  @ByKey @Reads def apply(value: A): Boolean = contains(value)
  @Reads def size: Int = snapshot.size
  @Reads def isEmpty: Boolean = snapshot.isEmpty
  @Reads def nonEmpty: Boolean = snapshot.nonEmpty
  @Reads def iterator: Iterator[A] = snapshot.iterator
  @Reads def foreach(f: A => Unit): Unit = snapshot.foreach(f)
  @Reads def exists(p: A => Boolean): Boolean = snapshot.exists(p)
  @Reads def forall(p: A => Boolean): Boolean = snapshot.forall(p)
  @Reads def map[B](f: A => B): Set[B] = snapshot.map(f)
  @Reads def filter(p: A => Boolean): Set[A] = snapshot.filter(p)
  @Reads def toSet: Set[A] = snapshot
  @Reads def toSeq: Seq[A] = snapshot.toSeq

  /** The content at this moment, immutable. Costs nothing. */
  @Reads def snapshot: Set[A] = access(AccessKind.Reads)(now)

  /** False when it was there already. */
  @ByKey @Writes def add(value: A): Boolean = accessPart(AccessKind.Writes, entry(value)):
    !content.getAndUpdate(_ + value).contains(value)

  @ByKey @Writes def +=(value: A): Unit = add(value): Unit

  /** False when it was not there. */
  @ByKey @Writes def remove(value: A): Boolean = accessPart(AccessKind.Writes, entry(value)):
    content.getAndUpdate(_ - value).contains(value)

  @ByKey @Writes def -=(value: A): Unit = remove(value): Unit
  @Writes def ++=(values: IterableOnce[A]): Unit = access(AccessKind.Writes)(content.set(now ++ values))
  @Writes def --=(values: IterableOnce[A]): Unit = access(AccessKind.Writes)(content.set(now -- values))
  @Writes def filterInPlace(p: A => Boolean): Unit = access(AccessKind.Writes)(content.set(now.filter(p)))
  @Writes def clear(): Unit = access(AccessKind.Writes)(content.set(Set.empty))
end SharedSet

object SharedSet:
  def apply[A](values: A*): SharedSet[A] = new SharedSet(values.toSet)
  def from[A](values: IterableOnce[A]): SharedSet[A] = new SharedSet(Set.from(values))
