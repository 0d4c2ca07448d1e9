package eddy.state

import scala.collection.immutable.Queue

/** A first-in, first-out queue that handlers share; see [[SharedObject]] for what is guaranteed. Nobody waits
  * for an element: an empty queue says so.
  */
final class SharedQueue[A] private (initial: Queue[A]) extends SharedObject:
  def this() = this(Queue.empty)

  @volatile private var content = initial

  /** Takes time in the length. */
  @Reads def size: Int = snapshot.size
  @Reads def isEmpty: Boolean = snapshot.isEmpty
  @Reads def nonEmpty: Boolean = snapshot.nonEmpty
  @Reads def headOption: Option[A] = snapshot.headOption
  @Reads def contains(value: A): Boolean = snapshot.contains(value)
  @Reads def iterator: Iterator[A] = snapshot.iterator
  @Reads def foreach(f: A => Unit): Unit = snapshot.foreach(f)
  @Reads def map[B](f: A => B): Seq[B] = snapshot.map(f)
  @Reads def filter(p: A => Boolean): Seq[A] = snapshot.filter(p)
  @Reads def toSeq: Seq[A] = snapshot

  /** The content at this moment, oldest first, immutable. Costs nothing. */
  @Reads def snapshot: Queue[A] = access(AccessKind.Reads)(content)

  @Writes def enqueue(value: A): Unit = access(AccessKind.Writes):
    content = content.enqueue(value)
  @Writes def +=(value: A): Unit = enqueue(value)
  @Writes def enqueueAll(values: IterableOnce[A]): Unit = access(AccessKind.Writes):
    content = content.appendedAll(values)
  @Writes def ++=(values: IterableOnce[A]): Unit = enqueueAll(values)

  /** @throws NoSuchElementException when it is empty */
  @Writes def dequeue(): A =
    dequeueOption().getOrElse(throw java.util.NoSuchElementException(s"$this is empty"))

  @Writes def dequeueOption(): Option[A] = access(AccessKind.Writes):
    content.dequeueOption match
      case Some((first, rest)) =>
        content = rest
        Some(first)
      case None => None

  /** Everything, oldest first; leaves it empty. */
  @Writes def removeAll(): Queue[A] = access(AccessKind.Writes):
    val all = content
    content = Queue.empty
    all

  @Writes def filterInPlace(p: A => Boolean): Unit = access(AccessKind.Writes):
    content = content.filter(p)
  @Writes def clear(): Unit = access(AccessKind.Writes):
    content = Queue.empty
end SharedQueue

object SharedQueue:
  def apply[A](values: A*): SharedQueue[A] = new SharedQueue(Queue(values*))
  def from[A](values: IterableOnce[A]): SharedQueue[A] = new SharedQueue(Queue.from(values))
