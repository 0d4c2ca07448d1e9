package eddy.trading.internal

import eddy.trading.MarketEvent.Traded
import eddy.trading.TradingStartException

import java.sql.{Connection, PreparedStatement}

/** What an attempt whose answer was lost has left in the tables. A row that is there, and is not what was to be written, is
  * another's: then nothing may be taken for written. One question for each market.
  */
private[trading] object Leftovers:
  /** Market and number of those that are there.
    *
    * @throws NotOwnerException when one of them is another's
    */
  def entries(connection: Connection, entries: Seq[Entry]): Set[(Int, Long)] =
    entries.groupBy(_.market).toSet.flatMap: (market, own) =>
      val wanted = own.map(e => e.sequence -> e).toMap
      val sql = "select * from journal where market = ? and seq between ? and ?"
      for
        row <- Sql.query(connection, sql)(range(market, wanted.keys))(read)
        entry <- wanted.get(row.sequence)
      yield
        if row.millis != entry.millis || row.command != entry.command || row.key != entry.key then
          throw foreign(s"entry ${row.sequence} of market $market", s"${row.command}", s"${entry.command}")
        (market, row.sequence)

  private def read(row: Row): Entry =
    try EntryRow.read(row)
    catch
      // no market has written it
      case unreadable: (TradingStartException | IllegalArgumentException) =>
        throw NotOwnerException(
          s"the database holds what this process did not write: ${unreadable.getMessage}"
        )

  /** The keys of those that are there, by market and number.
    *
    * @throws NotOwnerException when one of them is another's
    */
  def tradeKeys(connection: Connection, trades: Seq[(Entry, Traded)]): Map[(Int, Long), Long] =
    trades.groupBy(_(0).market).flatMap: (market, own) =>
      val wanted = own.map((entry, trade) => trade.number -> EntryRow.tradeValues(entry, trade)).toMap
      val sql = "select * from trade where market = ? and trade_number between ? and ?"
      val rows = Sql.query(connection, sql)(range(market, wanted.keys)): row =>
        (row.long("trade_number"), EntryRow.TradeColumns.map(row.text), row.long("id"))
      for (number, texts, id) <- rows; values <- wanted.get(number) yield
        if texts != values.map(_.toString) then
          throw foreign(s"trade $number of market $market", texts.mkString(" "), values.mkString(" "))
        (market, number) -> id

  private def range(market: Int, numbers: Iterable[Long])(statement: PreparedStatement): Unit =
    Sql.market(market, numbers.min)(statement)
    statement.setLong(3, numbers.max)

  private def foreign(what: String, there: String, own: String) =
    NotOwnerException(s"$what in the database is another's: it is $there, and not $own")
end Leftovers
