package eddy.trading.internal

import java.sql.Connection
import scala.util.Using

/** What only a reconciliation asks the tables. Each method takes a connection of its own, and throws `SQLException`. */
private[trading] final class ReconciliationTables(connect: () => Connection):
  import ReconciliationTables.*

  /** All markets that there are, with their products. */
  def markets: Vector[(Int, String)] = select("select market, product from market order by market")(row =>
    row.int("market") -> row.text("product")
  )

  /** Numbers that have rows, but are of no market. */
  def strangeMarkets: Vector[Int] = select(
    """select distinct market from (select market from journal union select market from trade) as m
      |where market not in (select market from market)""".stripMargin
  )(_.int("market"))

  /** Keys of trades that are there more than once. */
  def repeatedTradeKeys(atMost: Int): Vector[Long] =
    select(s"select id from trade group by id having count(*) > 1 order by id limit $atMost")(_.long("id"))

  /** Numbers of the market's trades that are there more than once. */
  def repeatedTrades(market: Int, atMost: Int): Vector[Long] = select(
    s"""select trade_number from trade where market = $market group by trade_number having count(*) > 1
       |order by trade_number limit $atMost""".stripMargin
  )(_.long("trade_number"))

  /** Numbers of the market's trades whose entry lies behind the end of its journal. */
  def behind(market: Int): Vector[Long] = select(
    s"""select trade_number from trade where market = $market and seq >
       |(select coalesce(max(seq), 0) from journal where market = $market) order by trade_number limit $PageSize""".stripMargin
  )(_.long("trade_number"))

  /** The market's trades of entries up to `last`, in order, read page by page. */
  def trades(market: Int, last: Long): Iterator[TradeRow] =
    Iterator.unfold(Long.MinValue): after =>
      val page = select(
        s"select * from trade where market = $market and trade_number > $after and seq <= $last order by trade_number limit $PageSize"
      )(row =>
        TradeRow(
          row.long("trade_number"),
          EntryRow.TradeColumns.map(c => c -> row.textOrNone(c).getOrElse("null")).toMap
        )
      )
      Option.when(page.nonEmpty)(page -> page.last.number)
    .flatten

  private def select[A](sql: String)(read: Row => A): Vector[A] =
    Using.resource(connect())(connection => Sql.query(connection, sql)(_ => ())(read))
end ReconciliationTables

private[trading] object ReconciliationTables:
  private val PageSize = 5000

/** A row of the table `trade` as it stands there, which may be no trade at all.
  *
  * @param texts by column
  */
private[trading] final case class TradeRow(number: Long, texts: Map[String, String])
