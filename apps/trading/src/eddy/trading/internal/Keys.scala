package eddy.trading.internal

import eddy.trading.*

import scala.annotation.tailrec
import scala.collection.mutable
import scala.concurrent.Future
import scala.concurrent.duration.FiniteDuration

/** The orders of one market that were placed with a key, each for some time by the market's clock, and no more than `limit`: then the
  * oldest are forgotten earlier.
  */
private[trading] final class Keys(val limit: Int, val kept: FiniteDuration):
  import Keys.Known
  private val known = mutable.LinkedHashMap.empty[(TraderId, OrderKey), Known]
  private val keptMillis = kept.toMillis

  def get(trader: TraderId, key: OrderKey): Option[Known] = known.get((trader, key))

  def size: Int = known.size

  /** The oldest first. */
  def foreach(f: (OrderKey, Known) => Unit): Unit = known.foreachEntry((name, of) => f(name(1), of))

  def add(key: OrderKey, order: Known): Unit =
    forget(order.millis)
    known((order.asked.trader, key)) = order

  @tailrec
  private def forget(now: Long): Unit =
    known.headOption match
      case Some((name, oldest)) if known.size >= limit || now - oldest.millis >= keptMillis =>
        known.remove(name): Unit
        forget(now)
      case _ => ()
end Keys

private[trading] object Keys:
  /** @param millis when it was placed */
  final case class Known(order: OrderId, asked: NewOrder, millis: Long, durable: Future[Vector[Long]])
