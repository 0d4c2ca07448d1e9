package eddy.trading.internal

import scala.collection.mutable
import scala.concurrent.duration.{DurationInt, FiniteDuration}

/** What trades did within one stretch of time; prices in ticks.
  *
  * @param start in milliseconds since 1970
  * @param lots traded
  */
private[trading] final case class Candle(
    start: Long,
    open: Long,
    high: Long,
    low: Long,
    close: Long,
    lots: Long
) derives CanEqual:
  def and(price: Long, more: Long): Candle =
    copy(high = math.max(high, price), low = math.min(low, price), close = price, lots = lots + more)

  def followedBy(next: Candle): Candle =
    Candle(start, open, math.max(high, next.high), math.min(low, next.low), next.close, lots + next.lots)

/** The last `kept` candles of one length; a time without trades has none. */
private[trading] final class Candles(val every: FiniteDuration, kept: Int):
  private val candles = mutable.ArrayDeque.empty[Candle]
  // start of the first that changed since they were taken
  private var changed = Long.MaxValue

  /** A time before that of the last candle counts as that. */
  def add(price: Long, lots: Long, millis: Long): Unit =
    val start = millis - Math.floorMod(millis, every.toMillis)
    candles.lastOption match
      case Some(last) if last.start >= start =>
        candles(candles.size - 1) = last.and(price, lots)
        changed = math.min(changed, last.start)
      case _ =>
        if candles.size == kept then candles.removeHead(): Unit
        candles.append(Candle(start, price, price, price, price, lots)): Unit
        changed = math.min(changed, start)

  /** The clock was set back to this time: what came later by it came now. */
  def turnBack(millis: Long): Unit =
    val start = millis - Math.floorMod(millis, every.toMillis)
    val later = candles.toVector.dropWhile(_.start < start)
    if later.exists(_.start > start) then
      candles.dropRightInPlace(later.size)
      candles.append(later.reduce(_.followedBy(_)).copy(start = start)): Unit
      changed = math.min(changed, start)

  /** Of new ones: the next of those that others had. */
  def restore(candle: Candle): Unit = candles.append(candle): Unit

  /** What has changed in others, and was not taken there, has changed in these. */
  def resume(others: Candles): Unit = changed = others.changed

  def all: Vector[Candle] = candles.toVector

  /** Those that have changed since this was asked last. */
  def takeChanged(): Vector[Candle] =
    val taken = candles.reverseIterator.takeWhile(_.start >= changed).toVector.reverse
    changed = Long.MaxValue
    taken
end Candles

private[trading] object Candles:
  val Lengths: Vector[FiniteDuration] = Vector(5.seconds, 1.minute, 15.minutes)
  val Kept = 240
