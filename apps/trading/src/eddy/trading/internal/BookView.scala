package eddy.trading.internal

import eddy.trading.{BookLevel, OrderBook, Side}

/** The best levels of both sides, best first: as much of a book as watchers see. */
private[trading] final case class BookView(bids: Vector[BookLevel], asks: Vector[BookLevel])
    derives CanEqual:

  /** The levels that make this of `before`: those that are new or other than they were, and those that are here no more, with
    * no lots.
    */
  def since(before: BookView): BookView =
    BookView(BookView.changes(before.bids, bids), BookView.changes(before.asks, asks))

  def isEmpty: Boolean = bids.isEmpty && asks.isEmpty
end BookView

private[trading] object BookView:
  /** Levels of a side: what a change costs has a bound, however deep the book is. */
  val Depth = 100
  val empty: BookView = BookView(Vector.empty, Vector.empty)

  def of(book: OrderBook, depth: Int = Depth): BookView =
    BookView(book.depth(Side.Buy, depth), book.depth(Side.Sell, depth))

  private def changes(before: Vector[BookLevel], after: Vector[BookLevel]): Vector[BookLevel] =
    if before == after then Vector.empty
    else
      val old = before.iterator.map(level => level.price -> level).toMap
      val now = after.iterator.map(_.price).toSet
      val gone = before.filterNot(level => now(level.price)).map(_.copy(lots = 0, orders = 0))
      gone ++ after.filterNot(level => old.get(level.price).contains(level))
end BookView
