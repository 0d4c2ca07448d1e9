package eddy.trading.internal

import eddy.runtime.Engine
import eddy.trading.StorageConfig

import java.util.concurrent.ConcurrentHashMap
import scala.collection.mutable

/** Each entry is a task of its own. They end in any order; one is durable when all before it in its market are. */
private[trading] final class ParallelWriter(
    config: StorageConfig,
    tables: Tables,
    engine: Engine,
    onStored: Entry => Unit
) extends Writer(config, engine, onStored):
  private val tails = new ConcurrentHashMap[Int, Tail]

  def append(entry: Entry): Unit =
    val tail = tails.computeIfAbsent(entry.market, _ => new Tail).nn
    tail.add(entry)
    run: () =>
      untilStored(entry.market)(tables.writeTogether(Seq(entry), _)): keys =>
        for (stored, storedKeys) <- tail.ended(entry, keys.head) do settled(stored, storedKeys)

  /** The entries of a market that are not durable, in order. */
  private final class Tail:
    // both guarded by this
    private val waiting = mutable.Queue.empty[Entry]
    private val ended = mutable.Map.empty[Entry, Vector[Long]]

    def add(entry: Entry): Unit = synchronized(waiting.enqueue(entry): Unit)

    /** Those that are durable now. */
    def ended(entry: Entry, keys: Vector[Long]): Seq[(Entry, Vector[Long])] = synchronized:
      ended(entry) = keys
      val durable = waiting.takeWhile(ended.contains).toVector
      durable.map: first =>
        val _ = waiting.dequeue()
        first -> ended.remove(first).get
  end Tail
end ParallelWriter
