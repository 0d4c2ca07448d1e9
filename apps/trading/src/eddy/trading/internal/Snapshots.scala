package eddy.trading.internal

import eddy.runtime.{Engine, PoolResult}

import java.lang.System.Logger.Level
import java.util.concurrent.atomic.AtomicLong
import java.util.concurrent.{ConcurrentHashMap, Semaphore, TimeUnit}
import scala.concurrent.duration.FiniteDuration

/** Takes a snapshot of a market whenever so many of its entries have become durable. It is made from the
  * last one and the
  * journal, by a market of its own on a thread of its own: the one that trades has nothing to do with it.
  * One at a time,
  * so that memory holds one market more.
  *
  * @param every entries from one to the next; 0 for none
  */
private[trading] final class Snapshots(
    every: Int,
    tables: SnapshotTables,
    rebuilding: Rebuilding,
    engine: Engine
):
  private val pool = engine.pool("trading-snapshots", 1)
  // the last, taken or asked for
  private val latest = new ConcurrentHashMap[Int, AtomicLong]
  private val written = new AtomicLong
  private val writing = new Semaphore(1)
  @volatile private var isClosed = false

  def count: Long = written.get

  /** A market goes on after a start from this one. */
  def startFrom(market: Int, sequence: Long): Unit = last(market).set(sequence)

  /** The entry has become durable. Any thread; never waits. */
  def stored(market: Int, sequence: Long): Unit =
    val before = last(market)
    val earlier = before.get
    if every > 0 && sequence - earlier >= every && before.compareAndSet(earlier, sequence) then
      pool.submit(() => take(market, sequence)) match
        case PoolResult.Accepted => ()
        case PoolResult.Full | PoolResult.Stopped => warn(market, sequence, "too many are waiting")

  /** What is under way fails without a word. */
  def close(): Unit = isClosed = true

  /** Waits for one that is being written: a connection that is closed meanwhile would keep SQLite's lock. */
  def awaitEnd(within: FiniteDuration): Unit =
    writing.tryAcquire(within.toMillis, TimeUnit.MILLISECONDS): Unit

  private def take(market: Int, sequence: Long): Unit =
    if !isClosed then
      try
        val image = MarketImage.of(rebuilding.copy(market, Journal.none, sequence))
        if writing.tryAcquire() then
          try
            if !isClosed then
              tables.write(market, sequence, image)
              written.incrementAndGet(): Unit
          finally writing.release()
      catch
        case failure: Exception =>
          if !isClosed then warn(market, sequence, String.valueOf(failure.getMessage))

  private def last(market: Int): AtomicLong = latest.computeIfAbsent(market, _ => new AtomicLong).nn

  private def warn(market: Int, sequence: Long, why: String): Unit =
    Snapshots.log.log(
      Level.WARNING,
      s"market $market: no snapshot after entry $sequence ($why); the next is tried $every entries later"
    )
end Snapshots

private[trading] object Snapshots:
  private val log = System.getLogger("eddy.trading").nn
