package eddy.push.internal

import eddy.push.MediatorNode

import java.util.concurrent.atomic.{AtomicBoolean, AtomicLong, LongAdder}
import scala.collection.mutable

/** The bytes that all histories of a node hold together. Past the limit the oldest publications go, of
  * whichever channels, until a tenth is free: so the search for them is seldom. A client that has not seen
  * them learns it by the positions, as with those that were too many or too old. Any thread.
  *
  * @param limit in bytes; all that is published at the same moment may go past it
  */
private[push] final class HistoryBudget(val limit: Long):
  import HistoryBudget.*
  private val bytes = AtomicLong()
  private val relieving = AtomicBoolean()

  /** Publications that were dropped for it. */
  val evicted: LongAdder = LongAdder()

  def held: Long = bytes.get
  private[internal] def add(more: Long): Unit = bytes.addAndGet(more): Unit

  /** Makes room when it is used up; called without the lock of any log.
    * @param all those that hold them, by their channels
    */
  def relieve(all: => Iterator[(String, Holder)]): Unit =
    if held > limit && relieving.compareAndSet(false, true) then
      // what the nodes tell each other stays
      try evict(all.collect { case (channel, holder) if !ChannelNames.isInternal(channel) => holder })
      finally relieving.set(false)

  /** What counts for this channel. */
  def of(channel: String): HistoryBudget = if ChannelNames.isInternal(channel) then unbounded else this

  private def evict(all: Iterator[Holder]): Unit =
    val target = limit - limit / 10
    val byAge = mutable.PriorityQueue.empty[(Long, Holder)](using Ordering.by(_(0)))
    def add(holder: Holder): Unit =
      val age = holder.oldestAge
      if age >= 0 then byAge.addOne((age, holder)): Unit
    all.foreach(add)
    while held > target && byAge.nonEmpty do
      val (_, holder) = byAge.dequeue()
      // as far as it has the oldest
      evicted.add(holder.dropOldest(byAge.headOption.fold(0L)(_(0)), () => held > target))
      add(holder)
end HistoryBudget

private[push] object HistoryBudget:
  /** A log, under its lock. */
  trait Holder:
    /** How old its oldest publication is, in nanoseconds; -1 when it has none. */
    def oldestAge: Long

    /** Drops the oldest, and all that are older than so many nanoseconds, while `goOn`; returns how many. */
    def dropOldest(olderThan: Long, goOn: () => Boolean): Int

  /** A node with a budget. */
  trait Owner:
    def histories: HistoryBudget

  def of(node: MediatorNode): HistoryBudget = node match
    case owner: Owner => owner.histories
    case _ => unbounded

  /** Makes room for a node where the logs of its channels hold too much. */
  def relieve(node: MediatorNode, all: => Iterator[(String, Holder)]): Unit = of(node).relieve(all)

  /** An eighth of the heap: beside other budgets (docs/limits.md). */
  val ofHeap: Long = math.max(16L * 1024 * 1024, Runtime.getRuntime.nn.maxMemory / 8)

  /** What a publication takes beside its data, about. */
  final val Overhead = 256L

  /** Counts, and drops nothing. */
  def unbounded: HistoryBudget = HistoryBudget(Long.MaxValue)
end HistoryBudget
