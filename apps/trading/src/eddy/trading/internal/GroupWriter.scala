package eddy.trading.internal

import eddy.runtime.Engine
import eddy.trading.StorageConfig

import scala.collection.mutable

/** Each lane writes what has come meanwhile in one transaction, then what has come in that time: the more there is, the
  * larger the batches. A market has one lane, so its entries become durable in order.
  */
private[trading] final class GroupWriter(
    config: StorageConfig,
    tables: Tables,
    engine: Engine,
    onStored: Entry => Unit
) extends Writer(config, engine, onStored):
  private val lanes = Vector.fill(config.connections)(new Lane)

  def append(entry: Entry): Unit = lanes(laneOf(entry.market)).add(entry)

  private final class Lane:
    // both guarded by this
    private val queue = mutable.ArrayDeque.empty[Entry]
    private var isBusy = false

    def add(entry: Entry): Unit =
      val begins = synchronized:
        queue.append(entry)
        val begins = !isBusy
        isBusy = true
        begins
      if begins then run(() => writeNext())

    private def writeNext(): Unit =
      val batch = synchronized:
        val taken = queue.take(config.batch).toVector
        queue.dropInPlace(taken.size)
        isBusy = taken.nonEmpty
        taken
      if batch.nonEmpty then
        untilStored(again = false)(tables.writeTogether(batch, _)): keys =>
          for (entry, tradeKeys) <- batch.zip(keys) do settled(entry, tradeKeys)
          run(() => writeNext())
  end Lane
end GroupWriter
