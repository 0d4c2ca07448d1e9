package eddy.push.jgroups.internal

import java.util.ArrayDeque
import scala.jdk.CollectionConverters.*

/** An entry sent with a number. */
private[jgroups] final class RecentFrame(val number: Long, val bytes: Array[Byte])

/** The last frames of a term: one node may have some that another lacks when their coordinator is gone.
  * Guarded by the node's lock.
  */
private[jgroups] final class Recent(most: Int = Recent.Most):
  import Recent.*
  // numbers follow each other
  private val frames = new ArrayDeque[RecentFrame]()
  private var sizeBytes = 0L

  def add(frame: RecentFrame): Unit =
    frames.addLast(frame)
    sizeBytes += frame.bytes.length
    while frames.size > most || sizeBytes > MostBytes && frames.size > 1 do
      sizeBytes -= frames.pollFirst().nn.bytes.length

  def all: Vector[RecentFrame] = frames.asScala.toVector

  /** Those after this number, where `last` is the last that was added; `None` when the first of them is here
    * no more.
    */
  def after(number: Long, last: Long): Option[Vector[RecentFrame]] =
    Option.when(number >= last || !frames.isEmpty && frames.peekFirst.nn.number <= number + 1):
      frames.asScala.iterator.filter(_.number > number).toVector

  def clear(): Unit =
    frames.clear()
    sizeBytes = 0
end Recent

private[jgroups] object Recent:
  /** Flow control lets nodes be apart by less: by 4 MiB, of frames of a hundred bytes at least. */
  final val Most = 50_000
  private final val MostBytes = 16L * 1024 * 1024
