package eddy.trading.internal

import eddy.runtime.Engine
import eddy.trading.StorageConfig

import java.util.concurrent.TimeUnit.NANOSECONDS
import scala.collection.mutable

/** Each lane writes what has come in one transaction, when the first of it has waited for the linger or
  * there is enough for a
  * batch; then what has come meanwhile: the more there is, the larger the batches. A market has one lane, so
  * its entries become
  * durable in order. The thread that will write is the one that waits: a lane needs one at a time, and there
  * is one for each.
  */
private[trading] final class GroupWriter(
    config: StorageConfig,
    tables: Tables,
    engine: Engine,
    onStored: Entry => Unit
) extends Writer(config, engine, onStored):
  private val lingerNanos = config.linger.toNanos
  private val lanes = Vector.fill(config.lanes)(new Lane)

  def append(entry: Entry): Unit = lanes(laneOf(entry.market)).add(entry)

  override protected def hurry(): Unit = lanes.foreach(_.hurry())

  private final class Lane:
    // both guarded by this; busy from the first entry until there is none
    private val queue = mutable.ArrayDeque.empty[Entry]
    private var isBusy = false

    def add(entry: Entry): Unit =
      val begins = synchronized:
        queue.append(entry)
        // one that waits for a full batch
        if queue.size == config.batch then notifyAll()
        val idle = !isBusy
        isBusy = true
        idle
      if begins then run(() => write())

    def hurry(): Unit = synchronized(notifyAll())

    private def write(): Unit =
      val batch = take()
      untilStored(batch.head.market)(tables.writeTogether(batch, _)): keys =>
        for (entry, tradeKeys) <- batch.zip(keys) do settled(entry, tradeKeys)
        val goesOn = synchronized:
          isBusy = queue.nonEmpty
          isBusy
        if goesOn then run(() => write())

    private def take(): Vector[Entry] = synchronized:
      while leftNanos > 0 && queue.size < config.batch && !isClosing do NANOSECONDS.timedWait(this, leftNanos)
      val taken = queue.take(config.batch).toVector
      queue.dropInPlace(taken.size)
      taken

    /** Until the first has waited for long enough. */
    private def leftNanos: Long = lingerNanos - (System.nanoTime - queue.head.made)
  end Lane
end GroupWriter
