package eddy.trading.internal

import eddy.trading.{MarketEvent, Sale}

/** The last `size` trades of a market. */
private[trading] final class Tape(size: Int):
  private val sales = scala.collection.mutable.ArrayDeque.empty[Sale]

  def newestFirst: Vector[Sale] = sales.reverseIterator.toVector

  def add(events: Iterable[MarketEvent], millis: Long): Unit = events.foreach:
    case t: MarketEvent.Traded =>
      if sales.size == size then sales.removeHead(): Unit
      sales.append(Sale(t.number, millis, t.price, t.quantity, t.takerSide)): Unit
    case _ => ()
