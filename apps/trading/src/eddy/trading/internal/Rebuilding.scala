package eddy.trading.internal

import eddy.trading.MarketEvent.Traded
import eddy.trading.TradingStartException

import java.io.IOException
import java.lang.System.Logger.Level
import scala.collection.mutable

/** Makes markets from what the database says that they did: from the newest snapshot that is whole, and the journal after
  * it; without one, from the whole journal.
  *
  * @param blank a market of that number that has done nothing, and writes to that journal
  * @param mayHaveGaps how the journal was written leaves gaps when a process dies
  */
private[trading] final class Rebuilding(
    tables: Tables,
    snapshots: SnapshotTables,
    blank: (Int, Journal) => Market,
    mayHaveGaps: Boolean
):
  import Rebuilding.log

  /** As it was after the last entry, to go on with. Sees to it that the trades that follow are in their table.
    *
    * @return the market, and after which entry its snapshot was; 0 without
    * @throws TradingStartException when the tables do not belong together
    */
  def market(number: Int, journal: Journal): (Market, Long) =
    val lastTrade = tables.lastTrade(number)
    val (market, snapshot) = fromSnapshot(number, journal, Long.MaxValue)
    val missing = mutable.ArrayBuffer.empty[(Entry, Traded)]
    val gap = redo(market, Long.MaxValue): (entry, trade) =>
      if trade.number > lastTrade then missing += entry -> trade: Unit
    val trades = market.book.tradeCount
    if gap > 0 && !mayHaveGaps then
      throw TradingStartException(
        s"the journal of market $number has nothing between its entries ${market.lastSequence} and $gap, and as it was written it " +
          "leaves no gaps: rows are lost. All others are as they were; run ./eddy trading reconcile, and restore what is missing from a backup"
      )
    if gap > 0 then
      // parallel inserts: nothing behind a gap was ever called durable
      log.log(
        Level.WARNING,
        s"market $number: the journal has nothing between ${market.lastSequence} and $gap; what follows was never " +
          "acknowledged as durable and is dropped"
      )
      tables.cutAfter(number, market.lastSequence, trades)
    else if lastTrade > trades then
      throw TradingStartException(
        s"market $number has $lastTrade trades in the table trade, but only $trades follow from its journal: the " +
          "tables were changed by others, or come from different backups"
      )
    tables.addTrades(missing.toSeq)
    (market, snapshot)
  end market

  /** As it was after this entry, which is durable. Changes nothing. */
  def copy(number: Int, journal: Journal, last: Long): Market =
    val (market, _) = fromSnapshot(number, journal, last)
    val gap = redo(market, last)((_, _) => ())
    if gap > 0 || market.lastSequence != last then
      throw TradingStartException(s"the journal of market $number has nothing after ${market.lastSequence}")
    market

  /** @return the number behind a gap, or 0 */
  private def redo(market: Market, last: Long)(follows: (Entry, Traded) => Unit): Long =
    var gap = 0L
    tables.readJournal(market.number, market.lastSequence): entry =>
      if entry.sequence > last then false
      else
        if entry.sequence != market.lastSequence + 1 then gap = entry.sequence
        else market.replay(entry).foreach(follows(entry, _))
        gap == 0
    gap

  private def fromSnapshot(number: Int, journal: Journal, last: Long): (Market, Long) =
    val usable = snapshots.headers(number).iterator.filter(_.sequence <= last).flatMap(restored(_, journal))
    usable.nextOption().getOrElse(blank(number, journal) -> 0L)

  private def restored(header: SnapshotTables.Header, journal: Journal): Option[(Market, Long)] =
    val market = blank(header.market, journal)
    try
      MarketImage.restore(snapshots.read(header), market)
      if tables.lastEntry(header.market) < header.sequence || tables.lastTrade(
          header.market
        ) < market.book.tradeCount
      then throw IOException("the tables do not reach as far as it does")
      Some(market -> header.sequence)
    catch
      // it is no more than a help
      case wrong: (IOException | RuntimeException) =>
        log.log(
          Level.WARNING,
          s"market ${header.market}: the snapshot after entry ${header.sequence} is not used: ${wrong.getMessage}"
        )
        None
end Rebuilding

private[trading] object Rebuilding:
  private val log = System.getLogger("eddy.trading").nn
