package eddy.state

/** A set that callbacks share; see [[SharedObject]] for what is guaranteed. Iterates in no particular order. */
final class SharedSet[A] private (initial: Set[A]) extends SharedObject:
  def this() = this(Set.empty)

  @volatile private var content = initial

  @Reads def contains(value: A): Boolean = snapshot.contains(value)
  @Reads def apply(value: A): Boolean = contains(value)
  @Reads def size: Int = snapshot.size
  @Reads def isEmpty: Boolean = snapshot.isEmpty
  @Reads def nonEmpty: Boolean = snapshot.nonEmpty
  @Reads def iterator: Iterator[A] = snapshot.iterator
  @Reads def foreach(f: A => Unit): Unit = snapshot.foreach(f)
  @Reads def exists(p: A => Boolean): Boolean = snapshot.exists(p)
  @Reads def forall(p: A => Boolean): Boolean = snapshot.forall(p)

  /** The content at this moment, immutable. Costs nothing. */
  @Reads def snapshot: Set[A] = access(Mode.Reads)(content)

  /** False when it was there already. */
  @Writes def add(value: A): Boolean = access(Mode.Writes):
    val isNew = !content.contains(value)
    if isNew then content += value
    isNew

  @Writes def +=(value: A): Unit = add(value): Unit

  /** False when it was not there. */
  @Writes def remove(value: A): Boolean = access(Mode.Writes):
    val wasThere = content.contains(value)
    if wasThere then content -= value
    wasThere

  @Writes def -=(value: A): Unit = remove(value): Unit
  @Writes def ++=(values: IterableOnce[A]): Unit = access(Mode.Writes):
    content ++= values
  @Writes def --=(values: IterableOnce[A]): Unit = access(Mode.Writes):
    content --= values
  @Writes def filterInPlace(p: A => Boolean): Unit = access(Mode.Writes):
    content = content.filter(p)
  @Writes def clear(): Unit = access(Mode.Writes):
    content = Set.empty
end SharedSet

object SharedSet:
  def apply[A](values: A*): SharedSet[A] = new SharedSet(values.toSet)
  def from[A](values: IterableOnce[A]): SharedSet[A] = new SharedSet(Set.from(values))
