package eddy.remote.internal.wire

import java.util.{Arrays, HashMap, IdentityHashMap}

/** The shared parts that a reader has met in a message, by number. Each belongs to a group: that of one
  * pickler of the writer.
  *
  * A reader that follows another release may have skipped a part, or have read it for a field that has
  * another type now. Then it reads the bytes of the part once more, at most once per part and reader.
  */
private[remote] final class SharedInput:
  private var begins, ends, nexts = new Array[Int](8)
  // expanded steps
  private var sizes = new Array[Long](8)
  private var groups, readers, values = new Array[AnyRef | Null](8)
  // what later readers have made of a part
  private var others: HashMap[Int, IdentityHashMap[AnyRef, AnyRef | Null]] | Null = null
  // the number of the next part that begins; smaller than `known` while a part is read once more
  private var next = 0
  private var known = 0

  /** A part begins at `position`; its number. */
  def begin(group: AnyRef, position: Int): Int =
    val part = next
    next += 1
    if part == known then
      known += 1
      if part == begins.length then grow()
      groups(part) = group
      begins(part) = position
      ends(part) = -1
    part

  /** @param size the steps to read it, if nothing in it was shared */
  def finish(part: Int, reader: AnyRef, value: AnyRef | Null, position: Int, size: Long): Unit =
    sizes(part) = size
    if ends(part) < 0 then
      readers(part) = reader
      values(part) = value
      ends(part) = position
      nexts(part) = next
    else if readers(part) ne reader then
      val all = others match
        case null =>
          val made = HashMap[Int, IdentityHashMap[AnyRef, AnyRef | Null]]()
          others = made
          made
        case made => made
      val _ = all.computeIfAbsent(part, _ => IdentityHashMap()).put(reader, value)

  /** The part `distance` before the next one, if it is whole and of this group; else -1. */
  def find(distance: Int, group: AnyRef): Int =
    val part = next - distance
    if part >= 0 && distance > 0 && ends(part) >= 0 && (groups(part) eq group) then part else -1

  def isFinished(part: Int): Boolean = ends(part) >= 0

  /** The value that `reader` has made of the part, or [[SharedInput.missing]]. */
  def value(part: Int, reader: AnyRef): AnyRef | Null =
    if ends(part) >= 0 && (readers(part) eq reader) then values(part)
    else
      others match
        case null => SharedInput.missing
        case all =>
          val of = all.get(part)
          if of != null && of.containsKey(reader) then of.get(reader) else SharedInput.missing

  def sizeOf(part: Int): Long = sizes(part)

  def positionOf(part: Int): Int = begins(part)

  /** Continues behind a part. Returns the position there. */
  def skip(part: Int): Int =
    next = nexts(part)
    ends(part)

  /** The parts within `part` begin once more. Returns what [[resume]] needs. */
  def rewind(part: Int): Int =
    val resumed = next
    next = part + 1
    resumed

  def resume(at: Int): Unit = next = at

  private def grow(): Unit =
    val size = begins.length * 2
    begins = Arrays.copyOf(begins, size)
    ends = Arrays.copyOf(ends, size)
    nexts = Arrays.copyOf(nexts, size)
    sizes = Arrays.copyOf(sizes, size)
    groups = Arrays.copyOf(groups, size)
    readers = Arrays.copyOf(readers, size)
    values = Arrays.copyOf(values, size)
end SharedInput

private[remote] object SharedInput:
  /** Is no value of users. */
  val missing: AnyRef = new Object
