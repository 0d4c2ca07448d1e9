package eddy.trading.internal

import eddy.trading.*

import scala.collection.mutable
import scala.concurrent.Future

/** The orders of one market that were placed with a key, the last `limit` of them. */
private[trading] final class Keys(val limit: Int):
  import Keys.Known
  private val known = mutable.LinkedHashMap.empty[(TraderId, OrderKey), Known]

  def get(trader: TraderId, key: OrderKey): Option[Known] = known.get((trader, key))

  def size: Int = known.size

  /** The oldest first. */
  def foreach(f: (OrderKey, Known) => Unit): Unit = known.foreachEntry((name, of) => f(name(1), of))

  def add(key: OrderKey, order: OrderId, asked: NewOrder, durable: Future[Vector[Long]]): Unit =
    if known.size >= limit then known.remove(known.head(0)): Unit
    known((asked.trader, key)) = Known(order, asked, durable)

private[trading] object Keys:
  final case class Known(order: OrderId, asked: NewOrder, durable: Future[Vector[Long]])
