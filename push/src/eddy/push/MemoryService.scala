package eddy.push

import eddy.actor.ActorSystem
import eddy.actor.spi.PatternIndex
import eddy.push.internal.memory.{Feed, Topic}
import eddy.push.internal.{ChannelLog, Epochs, HistoryBudget}

import java.util.concurrent.ConcurrentHashMap
import java.util.concurrent.atomic.AtomicReference
import scala.jdk.CollectionConverters.*

/** What the nodes of one JVM exchange through their [[MemoryMediator]]s, and where the channels' history is
  * while it lives.
  */
final class MemoryService:
  private val topics = new ConcurrentHashMap[String, Topic]()
  // the first node's
  private val budget = AtomicReference[HistoryBudget | Null](null)
  // guarded by this for writing
  @volatile private var patterns = PatternIndex.empty[Feed]

  private[push] def use(histories: HistoryBudget): Unit = budget.compareAndSet(null, histories): Unit

  /** Makes room where the histories hold too much; called without the lock of a topic. */
  private[push] def relieve(): Unit =
    val histories = budget.get
    if histories != null then
      histories.relieve(topics.entrySet.nn.iterator.nn.asScala.map(e => (e.getKey.nn, e.getValue.nn)))

  private[push] def topic(channel: String, system: ActorSystem): Topic =
    val found = topics.get(channel)
    if found != null then found
    else
      topics.computeIfAbsent(
        channel,
        c => Topic(ChannelLog(c, () => Epochs.fresh(system), () => system.engine.nanoTime, budgetOf(c)))
      ).nn

  private def budgetOf(channel: String): HistoryBudget =
    val known = budget.get
    if known == null then HistoryBudget.unbounded else known.of(channel)

  /** As [[MemoryMediator.forgetUnheard]]. */
  private[push] def forgetUnheard(channel: String): Boolean =
    val found = topics.get(channel)
    found == null || found.forgetUnheard()

  /** Those whose pattern matches. */
  private[push] def matching(channel: String): List[Feed] =
    val all = patterns
    if all.isEmpty then Nil else all.matching(channel)

  private[push] def addPattern(pattern: String, feed: Feed): Unit =
    synchronized { patterns = patterns.add(pattern, feed) }
  private[push] def removePattern(pattern: String, feed: Feed): Unit =
    synchronized { patterns = patterns.remove(pattern, feed) }

  /** Forgets channels that were unused for long. */
  private[push] def sweep(): Unit =
    topics.entrySet.nn.removeIf(entry => entry.getValue.nn.endIdle(ChannelLog.Remembered.toNanos)): Unit

  /** Channels that it knows. */
  private[push] def size: Int = topics.size
end MemoryService
