package eddy.push.jgroups.internal

import java.util.ArrayDeque
import scala.jdk.CollectionConverters.*

/** The last frames of a term: what a node has that another lacks when their coordinator is gone. Belongs to whoever holds the node's
  * lock.
  */
private[jgroups] final class Recent:
  import Recent.*
  // numbers follow each other
  private val frames = new ArrayDeque[(Long, Array[Byte])]()
  private var bytes = 0L

  def add(number: Long, frame: Array[Byte]): Unit =
    frames.addLast((number, frame))
    bytes += frame.length
    while frames.size > Most || bytes > MostBytes && frames.size > 1 do
      bytes -= frames.pollFirst().nn(1).length

  /** Those after this number; without the first of them when that is here no more. */
  def after(number: Long): Vector[Array[Byte]] =
    frames.asScala.iterator.filter(_(0) > number).map(_(1)).toVector

  def clear(): Unit =
    frames.clear()
    bytes = 0
end Recent

private[jgroups] object Recent:
  /** Flow control lets nodes be apart by less. */
  private final val Most = 20_000
  private final val MostBytes = 16L * 1024 * 1024
