package eddy.trading.internal

import eddy.trading.Sale

/** The last `size` trades of a market. */
private[trading] final class Tape(size: Int):
  private val sales = scala.collection.mutable.ArrayDeque.empty[Sale]

  def newestFirst: Vector[Sale] = sales.reverseIterator.toVector

  /** Those with a higher number, oldest first. */
  def after(number: Long): Vector[Sale] = sales.reverseIterator.takeWhile(_.number > number).toVector.reverse

  def add(sale: Sale): Unit =
    if sales.size == size then sales.removeHead(): Unit
    sales.append(sale): Unit
