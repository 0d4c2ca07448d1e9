package eddy.runtime.internal

import eddy.runtime.spi.TimerEntry

import scala.collection.mutable

import org.jetbrains.lincheck.datastructures.{IntGen, Operation, Param}

/** A [[DeadlineBuffer]] for Lincheck: one worker adds limits, one holder of its wheel's lock takes them out
  * and files them, and any thread lifts one. A few places are free at first, so that it becomes full.
  */
class DeadlineBufferSubject:
  import DeadlineBufferModel.Free

  private final class Limit(val id: Int) extends TimerEntry(0):
    private[eddy] def due(): Unit = ()

  private val buffer = new DeadlineBuffer
  // by number; a worker knows its limits before other threads do
  private val limits = Array.tabulate(DeadlineBuffer.Capacity + DeadlineBufferModel.Most)(new Limit(_))
  // the worker's
  private var made = 0
  // of the holder of the lock
  private var taken: Limit | Null = null

  for _ <- 1 to DeadlineBuffer.Capacity - Free do add(): Unit

  @Operation(nonParallelGroup = "worker")
  def add(): Boolean =
    val limit = limits(made)
    limit.makeFresh()
    val fits = buffer.offer(limit)
    if fits then made += 1
    fits

  @Operation(nonParallelGroup = "lock")
  def poll(): Int =
    taken = buffer.poll().asInstanceOf[Limit | Null]
    val limit = taken
    if limit == null then -1 else limit.id

  @Operation(nonParallelGroup = "lock")
  def file(): String =
    val limit = taken
    taken = null
    if limit == null then "none" else s"${limit.moveToWheel()}"

  /** One of the first, which are in the buffer from the start. */
  @Operation
  def lift(@Param(gen = classOf[IntGen], conf = "0:2") id: Int): Boolean = limits(id).cancelBefore()
end DeadlineBufferSubject

/** The sequential specification of the buffer and its limits. */
class DeadlineBufferModel:
  import DeadlineBufferModel.Free

  private val queue = mutable.Queue.from(0 until DeadlineBuffer.Capacity - Free)
  private var made = DeadlineBuffer.Capacity - Free
  private var taken = -1
  // cancelled or moved
  private val settled = mutable.Set.empty[Int]

  def add(): Boolean =
    val fits = queue.size < DeadlineBuffer.Capacity
    if fits then
      queue += made
      made += 1
    fits

  def poll(): Int =
    taken = if queue.isEmpty then -1 else queue.dequeue()
    taken

  def file(): String =
    val id = taken
    taken = -1
    if id < 0 then "none" else s"${settled.add(id)}"

  def lift(id: Int): Boolean = settled.add(id)
end DeadlineBufferModel

object DeadlineBufferModel:
  /** Places that are free at first. */
  final val Free = 2

  /** More limits than the largest scenario adds. */
  final val Most = 64
