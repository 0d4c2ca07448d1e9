package eddy.trading.internal

import eddy.runtime.Engine
import eddy.trading.StorageConfig

import scala.collection.mutable
import scala.concurrent.duration.DurationLong

/** Each lane writes what has come in one transaction, when the first of it has waited for the linger or there is enough for a
  * batch; then what has come meanwhile: the more there is, the larger the batches. A market has one lane, so its entries become
  * durable in order.
  */
private[trading] final class GroupWriter(
    config: StorageConfig,
    tables: Tables,
    engine: Engine,
    onStored: Entry => Unit
) extends Writer(config, engine, onStored):
  private val lingerNanos = config.linger.toNanos
  private val lanes = Vector.fill(config.connections)(new Lane)

  def append(entry: Entry): Unit = lanes(laneOf(entry.market)).add(entry)

  override protected def hurry(): Unit = lanes.foreach(_.hurry())

  private final class Lane:
    // all guarded by this
    private val queue = mutable.ArrayDeque.empty[Entry]
    private var isWriting, isWaiting = false

    def add(entry: Entry): Unit = change(queue.append(entry): Unit)
    def hurry(): Unit = change(())

    /** Then begins what is due: to write, or to wait for more. */
    private def change(what: => Unit): Unit =
      val pause = synchronized:
        what
        val pause = pauseNanos
        if pause == 0 then isWriting = true
        else if pause != Long.MaxValue then isWaiting = true
        pause
      if pause == 0 then run(() => write())
      else if pause != Long.MaxValue then
        engine.after(pause.nanos)(() => change { isWaiting = false }): Unit

    /** `Long.MaxValue` when there is nothing to begin. */
    private def pauseNanos: Long =
      if isWriting || queue.isEmpty then Long.MaxValue
      else
        val left = lingerNanos - (System.nanoTime - queue.head.made)
        if left <= 0 || queue.size >= config.batch || isClosing then 0
        else if isWaiting then Long.MaxValue
        else left

    private def write(): Unit =
      val batch = synchronized:
        val taken = queue.take(config.batch).toVector
        queue.dropInPlace(taken.size)
        taken
      untilStored(again = false)(tables.writeTogether(batch, _)): keys =>
        for (entry, tradeKeys) <- batch.zip(keys) do settled(entry, tradeKeys)
        change { isWriting = false }
  end Lane
end GroupWriter
