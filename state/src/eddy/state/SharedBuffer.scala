package eddy.state

/** A sequence that handlers share; see [[SharedObject]] for what is guaranteed. Grows at both ends and is
  * read anywhere in practically constant time; inserting and removing in the middle take time in its length.
  */
final class SharedBuffer[A] private (initial: Vector[A]) extends SharedObject:
  def this() = this(Vector.empty)

  @volatile private var content = initial

  /** @throws IndexOutOfBoundsException when there is no such index; so do the other methods that are given
    * one
    */
  @Reads def apply(index: Int): A = snapshot(index)
  @Reads def size: Int = snapshot.size
  @Reads def length: Int = size
  @Reads def isEmpty: Boolean = snapshot.isEmpty
  @Reads def nonEmpty: Boolean = snapshot.nonEmpty
  @Reads def headOption: Option[A] = snapshot.headOption
  @Reads def lastOption: Option[A] = snapshot.lastOption
  @Reads def contains(value: A): Boolean = snapshot.contains(value)
  @Reads def indexOf(value: A): Int = snapshot.indexOf(value)
  @Reads def iterator: Iterator[A] = snapshot.iterator
  @Reads def foreach(f: A => Unit): Unit = snapshot.foreach(f)
  @Reads def exists(p: A => Boolean): Boolean = snapshot.exists(p)
  @Reads def map[B](f: A => B): Seq[B] = snapshot.map(f)
  @Reads def filter(p: A => Boolean): Seq[A] = snapshot.filter(p)
  @Reads def toSeq: Seq[A] = snapshot

  /** The content at this moment, immutable. Costs nothing. */
  @Reads def snapshot: Vector[A] = access(AccessKind.Reads)(content)

  @Writes def append(value: A): Unit = access(AccessKind.Writes):
    content = content :+ value
  @Writes def +=(value: A): Unit = append(value)
  @Writes def prepend(value: A): Unit = access(AccessKind.Writes):
    content = value +: content
  @Writes def appendAll(values: IterableOnce[A]): Unit = access(AccessKind.Writes):
    content = content.appendedAll(values)
  @Writes def ++=(values: IterableOnce[A]): Unit = appendAll(values)
  @Writes def update(index: Int, value: A): Unit = access(AccessKind.Writes):
    content = content.updated(index, value)

  /** Puts the value before what is at `index`, or at the end. */
  @Writes def insert(index: Int, value: A): Unit = access(AccessKind.Writes):
    if index < 0 || index > content.size then throw outside(index, content.size)
    content = content.patch(index, Vector(value), 0)

  @Writes def remove(index: Int): A = access(AccessKind.Writes):
    val gone = content(index)
    content = content.patch(index, Vector.empty, 1)
    gone

  /** Removes the first such value. */
  @Writes def -=(value: A): Unit = access(AccessKind.Writes):
    val at = content.indexOf(value)
    if at >= 0 then content = content.patch(at, Vector.empty, 1)

  @Writes def filterInPlace(p: A => Boolean): Unit = access(AccessKind.Writes):
    content = content.filter(p)
  @Writes def mapInPlace(f: A => A): Unit = access(AccessKind.Writes):
    content = content.map(f)

  /** Keeps the last `n`. */
  @Writes def takeRightInPlace(n: Int): Unit = access(AccessKind.Writes):
    content = content.takeRight(n)
  @Writes def clear(): Unit = access(AccessKind.Writes):
    content = Vector.empty

  private def outside(index: Int, size: Int) =
    IndexOutOfBoundsException(s"index $index: must be from 0 to $size")
end SharedBuffer

object SharedBuffer:
  def apply[A](values: A*): SharedBuffer[A] = new SharedBuffer(values.toVector)
  def from[A](values: IterableOnce[A]): SharedBuffer[A] = new SharedBuffer(Vector.from(values))
