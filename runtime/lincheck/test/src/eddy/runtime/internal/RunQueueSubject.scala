package eddy.runtime.internal

import scala.collection.mutable

import org.jetbrains.lincheck.datastructures.{IntGen, Operation, Param}

/** A [[RunQueue]] for Lincheck: the owner's calls follow one another, thieves come at any time. */
class RunQueueSubject:
  private final class Task(val id: Int) extends Runnable:
    def run(): Unit = ()

  private val queue = new RunQueue
  (1 to RunQueueModel.Before).foreach(id => queue.offer(new Task(id)): Unit)

  @Operation(nonParallelGroup = "owner")
  def offer(@Param(gen = classOf[IntGen]) id: Int): Boolean = queue.offer(new Task(id))

  @Operation(nonParallelGroup = "owner")
  def poll(): Int = idOf(queue.poll())

  @Operation
  def steal(): String =
    // no collections here: Lincheck follows every step of this code
    val into = new RunQueue
    val first = idOf(queue.stealHalf(into))
    var count = 1
    var last = first
    var next = idOf(into.poll())
    while next != RunQueueModel.Nothing do
      count += 1
      last = next
      next = idOf(into.poll())
    RunQueueModel.loot(count, first, last)

  private def idOf(task: Runnable | Null): Int = task match
    case task: Task => task.id
    case _ => RunQueueModel.Nothing
end RunQueueSubject

/** The sequential specification of the run queue. */
class RunQueueModel:
  private val tasks = mutable.Queue.from(1 to RunQueueModel.Before)

  def offer(id: Int): Boolean =
    val fits = tasks.size < RunQueue.Capacity
    if fits then tasks += id: Unit
    fits

  def poll(): Int = if tasks.isEmpty then RunQueueModel.Nothing else tasks.dequeue()

  def steal(): String =
    val half = tasks.size - tasks.size / 2
    val stolen = List.fill(half)(tasks.dequeue())
    if stolen.isEmpty then RunQueueModel.loot(1, RunQueueModel.Nothing, RunQueueModel.Nothing)
    else RunQueueModel.loot(stolen.size, stolen.head, stolen.last)

object RunQueueModel:
  final val Nothing = Int.MinValue

  /** In the queue before the threads start. */
  final val Before = 3

  /** A thief's share in a few words: how many, the first and the last. */
  def loot(count: Int, first: Int, last: Int): String = s"$count: $first to $last"
