package eddy.state

/** A set that callbacks share. */
final class SharedSet[A] extends SharedObject:
  private var content = Set.empty[A]
  @Reads def contains(value: A): Boolean = content(value)
  @Reads def size: Int = content.size
  @Reads def snapshot: Set[A] = content
  @Writes def add(value: A): Boolean =
    val isNew = !content(value)
    content += value
    isNew
  @Writes def remove(value: A): Boolean =
    val was = content(value)
    content -= value
    was
