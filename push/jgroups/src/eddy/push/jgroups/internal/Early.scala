package eddy.push.jgroups.internal

import scala.collection.mutable

/** Numbers that arrived ahead of their predecessors. Those beyond a bound are dropped, and requested again.
  * Guarded by the node's lock.
  */
private[jgroups] final class Early:
  import Early.*
  private val frames = mutable.ArrayBuffer.empty[(Frame.Numbered, Array[Byte])]
  private var sizeBytes = 0L

  def add(numbered: Frame.Numbered, bytes: Array[Byte]): Unit =
    if frames.size < Most && sizeBytes < MostBytes then
      frames += ((numbered, bytes))
      sizeBytes += bytes.length

  /** Those of a term, in order; nothing is left. */
  def take(term: String): Vector[(Frame.Numbered, Array[Byte])] =
    val taken = frames.iterator.filter(_(0).term == term).toVector.sortBy(_(0).number)
    clear()
    taken

  def clear(): Unit =
    frames.clear()
    sizeBytes = 0
end Early

private[jgroups] object Early:
  private final val Most = 100_000
  private final val MostBytes = 64L * 1024 * 1024
