package eddy.trading.internal

import eddy.trading.*
import eddy.trading.MarketEvent.Traded

import java.sql.Connection
import scala.util.Using

/** The statements. Each method takes a connection of its own, and throws `SQLException`.
  *
  * @param owned looks whether this process may write, as part of what it writes; throws [[NotOwnerException]]
  */
private[trading] final class Tables(
    connect: () => Connection,
    owned: Connection => Unit = _ => ()
):
  import Tables.*

  /** The numbers of the markets; products that are new get one. */
  def markets(products: Seq[Product]): Map[Product, Int] = Using.resource(connect()): connection =>
    def known = Sql.query(connection, "select product, market from market")(_ => ())(row =>
      Product(row.text("product")) -> row.int("market")
    )
    val before = known.toMap
    inOne(connection):
      for product <- products if !before.contains(product) do
        Sql.update(connection, "insert into market (product) values (?)")(_.setString(1, product.name)): Unit
    known.toMap.filter((product, _) => products.contains(product))

  /** All entries in one transaction, with the keys of each one's trades.
    *
    * @param again it was tried before, and what is there already is to be left
    */
  def writeTogether(entries: Seq[Entry], again: Boolean): Seq[Vector[Long]] =
    Using.resource(connect()): connection =>
      inOne(connection):
        insertEntries(connection, entries, again)
        val own = insertTrades(connection, entries.flatMap(e => e.trades.map(e -> _)), again).iterator
        entries.map(entry => entry.trades.map(_ => own.next()))

  /** The entry, then each of its trades, each in a transaction of its own. */
  def writeOneByOne(entry: Entry, again: Boolean): Vector[Long] = Using.resource(connect()): connection =>
    owned(connection)
    insertEntries(connection, Seq(entry), again)
    entry.trades.flatMap(t => insertTrades(connection, Seq(entry -> t), again))

  private def inOne[A](connection: Connection)(body: => A): A = Sql.transaction(connection):
    owned(connection)
    body

  private def insertEntries(connection: Connection, entries: Seq[Entry], again: Boolean): Unit =
    val missing =
      if !again then entries
      else
        val there = Leftovers.entries(connection, entries)
        entries.filterNot(e => there((e.market, e.sequence)))
    if missing.nonEmpty then
      Using.resource(connection.prepareStatement(InsertEntry).nn): statement =>
        for entry <- missing do
          EntryRow.write(entry, statement)
          statement.addBatch()
        statement.executeBatch(): Unit

  /** Their keys, in order. */
  private def insertTrades(connection: Connection, trades: Seq[(Entry, Traded)], again: Boolean): Seq[Long] =
    if !again then TradeInsert(connection, trades)
    else
      val there = Leftovers.tradeKeys(connection, trades)
      def keyOf(entry: Entry, trade: Traded) = there.get((entry.market, trade.number))
      val made = TradeInsert(connection, trades.filter(keyOf(_, _).isEmpty)).iterator
      trades.map((entry, trade) => keyOf(entry, trade).getOrElse(made.next()))

  /** Writes trades that are missing. */
  def addTrades(trades: Seq[(Entry, Traded)]): Unit = Using.resource(connect()): connection =>
    inOne(connection)(insertTrades(connection, trades, again = true): Unit)

  /** Those with a number above `after`, in order. Stops when `each` says false. Page by page: an embedded
    * database cannot make its log smaller while somebody reads.
    */
  def readJournal(market: Int, after: Long)(each: Entry => Boolean): Unit =
    var last = after
    var goesOn = true
    while goesOn do
      var read = 0
      Using.resource(connect()): connection =>
        Using.resource(connection.prepareStatement(JournalPage).nn): statement =>
          Sql.market(market, last)(statement)
          val rows = statement.executeQuery().nn
          val row = new Row(rows)
          while goesOn && rows.next() do
            val entry = EntryRow.read(row)
            read += 1
            last = entry.sequence
            goesOn = each(entry)
      if read < PageSize then goesOn = false

  /** Number of the market's last trade, 0 without any. */
  def lastTrade(market: Int): Long = Using.resource(connect()): connection =>
    Sql.query(
      connection,
      "select coalesce(max(trade_number), 0) as n from trade where market = ?"
    )(_.setInt(1, market))(_.long("n")).head

  /** Number of the market's last entry, 0 without any. */
  def lastEntry(market: Int): Long = Using.resource(connect()): connection =>
    Sql.query(
      connection,
      "select coalesce(max(seq), 0) as n from journal where market = ?"
    )(_.setInt(1, market))(_.long("n")).head

  /** Forgets what came after a gap. */
  def cutAfter(market: Int, sequence: Long, trade: Long): Unit = Using.resource(connect()): connection =>
    def cut(sql: String, after: Long) = Sql.update(connection, sql)(Sql.market(market, after)): Unit
    inOne(connection):
      cut("delete from trade where market = ? and trade_number > ?", trade)
      cut("delete from journal where market = ? and seq > ?", sequence)
end Tables

private[trading] object Tables:
  private val PageSize = 5000
  private val JournalPage =
    s"select * from journal where market = ? and seq > ? order by seq limit $PageSize"
  private val InsertEntry =
    """insert into journal (market, seq, millis, action, order_id, trader, side, kind, lots, price, stop_price, lifetime,
      |until_millis, post_only, order_key) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""".stripMargin
