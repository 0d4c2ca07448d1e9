package eddy.state

/** A sequence that callbacks share. */
final class SharedBuffer[A] extends SharedObject:
  private var content = Vector.empty[A]
  @Reads def apply(index: Int): A = content(index)
  @Reads def size: Int = content.size
  @Reads def snapshot: Vector[A] = content
  @Writes def append(value: A): Unit = content :+= value
  @Writes def update(index: Int, value: A): Unit = content = content.updated(index, value)
