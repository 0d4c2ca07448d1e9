package eddy.trading.internal

import eddy.trading.*
import eddy.trading.MarketEvent.Traded

import scala.collection.mutable

/** Does again what the journal of one market says, beside its rows of the table `trade`. */
private[trading] final class Reconciler(
    journal: Tables,
    tables: ReconciliationTables,
    snapshots: SnapshotTables,
    number: Int,
    product: String,
    found: Differences
):
  private val events = mutable.ArrayBuffer.empty[MarketEvent]
  private val book = new OrderBook(MarketSettings(number), events += _)
  private val ledger = new Ledger(differs)
  // before the end of the journal, which goes on meanwhile
  private val snapshot = snapshots.headers(number).headOption.fold(0L)(_.sequence)
  // what comes while this reads is left out
  private val last = journal.lastEntry(number)
  private val rows = tables.trades(number, last).buffered
  private var sequence, trades, lots = 0L

  def run(): ReconciledMarket =
    if snapshot > last then
      differs(
        s"there is a snapshot after entry $snapshot, but the journal ends with $last: what followed is lost"
      )
    tables.behind(number).foreach(t => differs(s"trade $t is of an entry that the journal does not have"))
    tables.repeatedTrades(number, Reconciliation.Named).foreach(t =>
      differs(s"trade $t is there more than once")
    )
    try
      journal.readJournal(number, after = 0): entry =>
        entry.sequence <= last && follows(entry)
    catch
      case unreadable: (TradingStartException | IllegalArgumentException) =>
        differs(s"the entry after $sequence cannot be read: ${unreadable.getMessage}")
    if sequence == last then
      rows.foreach(extra)
      ledger.compare(book)
    else
      differs(s"of the journal ${last - sequence} numbers, from ${sequence + 1} to $last, were not compared")
    ReconciledMarket(product, sequence, book.orderCount, trades, lots, book.openOrders)
  end run

  /** Whether it can go on: nothing follows from a journal with a gap. */
  private def follows(entry: Entry): Boolean =
    val isNext = entry.sequence == sequence + 1
    if isNext then enter(entry)
    else
      val what = if entry.sequence <= sequence then "more than once" else s"and none after $sequence"
      differs(s"the journal has entry ${entry.sequence} $what")
    isNext

  private def enter(entry: Entry): Unit =
    sequence = entry.sequence
    events.clear()
    book.redo(entry.command, entry.millis)
    if !Market.changes(entry.command, events) then
      differs(
        s"entry $sequence of the journal changes nothing, so no market has written it: ${entry.command}"
      )
    ledger.enter(entry.command, events)
    for case trade: Traded <- events do compare(entry, trade)

  private def compare(entry: Entry, trade: Traded): Unit =
    while rows.hasNext && rows.head.number < trade.number do extra(rows.next())
    if !rows.hasNext || rows.head.number > trade.number then
      differs(s"trade ${trade.number} is missing: it follows from entry ${entry.sequence} of the journal")
    else
      val row = rows.next()
      count(row)
      val expectedRow = EntryRow.TradeColumns.zip(EntryRow.tradeValues(entry, trade))
      for (column, expected) <- expectedRow if row.texts(column) != expected.toString do
        differs(
          s"trade ${trade.number} has $column = ${row.texts(column)}, but $expected follows from entry ${entry.sequence} of the journal"
        )

  private def extra(row: TradeRow): Unit =
    count(row)
    differs(s"trade ${row.number} follows from no entry of the journal")

  private def count(row: TradeRow): Unit =
    trades += 1
    lots += row.texts("lots").toLong

  private def differs(text: String): Unit = found.add(s"market $number ($product): $text")
end Reconciler
