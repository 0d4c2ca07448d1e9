package eddy.remote.internal.schema

/** Numbers that wait, the last one first. */
private[internal] final class IntStack:
  private var all = new Array[Int](16)
  private var count = 0

  def size: Int = count
  def isEmpty: Boolean = count == 0

  def push(i: Int): Unit =
    if count == all.length then all = java.util.Arrays.copyOf(all, count * 2)
    all(count) = i
    count += 1

  def top: Int = all(count - 1)

  def pop(): Int =
    count -= 1
    all(count)
end IntStack
