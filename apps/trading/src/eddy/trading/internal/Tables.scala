package eddy.trading.internal

import eddy.trading.*
import eddy.trading.MarketEvent.Traded

import java.sql.{Connection, PreparedStatement, Statement}
import scala.util.Using

/** The statements. Each method takes a connection of its own, and throws `SQLException`.
  *
  * @param flush what makes commits outlive the process and the machine, for a database that does not see to it itself
  */
private[trading] final class Tables(connect: () => Connection, flush: Option[String] = None):
  import Tables.*

  /** The numbers of the markets; products that are new get one. */
  def markets(products: Seq[Product]): Map[Product, Int] = Using.resource(connect()): connection =>
    def known = query(connection, "select product, market from market")(_ => ())(row =>
      Product(row.text("product")) -> row.int("market")
    )
    val before = known.toMap
    for product <- products if !before.contains(product) do
      update(connection, "insert into market (product) values (?)")(_.setString(1, product.name)): Unit
    known.toMap.filter((product, _) => products.contains(product))

  /** All entries in one transaction, with the keys of each one's trades.
    *
    * @param again it was tried before, and what is there already is to be left
    */
  def writeTogether(entries: Seq[Entry], again: Boolean): Seq[Vector[Long]] =
    Using.resource(connect()): connection =>
      connection.setAutoCommit(false)
      try
        val keys = write(connection, entries, again)
        connection.commit()
        writeThrough(connection)
        keys
      catch
        case failure: Throwable =>
          // what matters is why; a connection that is gone cannot roll back
          try connection.rollback()
          catch case also: java.sql.SQLException => failure.addSuppressed(also)
          throw failure

  /** The entry, then each of its trades, each in a transaction of its own. */
  def writeOneByOne(entry: Entry, again: Boolean): Vector[Long] = Using.resource(connect()): connection =>
    val _ = write(connection, Seq(Entry.without(entry)), again)
    val keys = entry.trades.flatMap(t => insertTrades(connection, Seq(entry -> t), again))
    writeThrough(connection)
    keys

  private def writeThrough(connection: Connection): Unit = flush.foreach: sql =>
    Using.resource(connection.createStatement.nn)(_.execute(sql): Unit)

  private def write(connection: Connection, entries: Seq[Entry], again: Boolean): Seq[Vector[Long]] =
    val fresh = if again then entries.filterNot(isThere(connection, _)) else entries
    Using.resource(connection.prepareStatement(InsertEntry).nn): statement =>
      for entry <- fresh do
        EntryRow.write(entry, statement)
        statement.addBatch()
      if fresh.nonEmpty then statement.executeBatch(): Unit
    val keys = insertTrades(connection, entries.flatMap(e => e.trades.map(e -> _)), again).iterator
    entries.map(entry => entry.trades.map(_ => keys.next()))

  /** Their keys, in order. */
  def insertTrades(connection: Connection, trades: Seq[(Entry, Traded)], again: Boolean): Seq[Long] =
    if trades.isEmpty then Nil
    else if again then trades.map((entry, trade) => tradeKey(connection, entry, trade))
    else
      Using.resource(connection.prepareStatement(InsertTrade, Statement.RETURN_GENERATED_KEYS).nn):
        statement =>
          for (entry, trade) <- trades do
            EntryRow.writeTrade(entry, trade, statement)
            statement.addBatch()
          statement.executeBatch(): Unit
          val keys = statement.getGeneratedKeys.nn
          trades.map: (_, trade) =>
            if !keys.next() then
              throw IllegalStateException(s"the database gave no key for trade ${trade.number}")
            keys.getLong(1)

  private def tradeKey(connection: Connection, entry: Entry, trade: Traded): Long =
    val found = query(
      connection,
      "select id from trade where market = ? and trade_number = ?"
    )(set(entry.market, trade.number)):
      _.long("id")
    found.headOption.getOrElse(insertTrades(connection, Seq(entry -> trade), again = false).head)

  private def isThere(connection: Connection, entry: Entry): Boolean =
    query(
      connection,
      "select seq from journal where market = ? and seq = ?"
    )(set(entry.market, entry.sequence))(_.long("seq")).nonEmpty

  /** Writes trades that are missing. */
  def addTrades(trades: Seq[(Entry, Traded)]): Unit = Using.resource(connect()): connection =>
    insertTrades(connection, trades, again = true): Unit

  /** Those with a number above `after`, in order. Stops when `each` says false. */
  def readJournal(market: Int, after: Long)(each: Entry => Boolean): Unit = Using.resource(connect()): connection =>
    Using.resource(connection.prepareStatement("select * from journal where market = ? and seq > ? order by seq").nn):
      statement =>
        set(market, after)(statement)
        statement.setFetchSize(PageSize)
        val rows = statement.executeQuery().nn
        val row = new Row(rows)
        var goesOn = true
        while goesOn && rows.next() do goesOn = each(EntryRow.read(row))

  /** Number of the market's last trade, 0 without any. */
  def lastTrade(market: Int): Long = Using.resource(connect()): connection =>
    query(
      connection,
      "select coalesce(max(trade_number), 0) as n from trade where market = ?"
    )(_.setInt(1, market))(_.long("n")).head

  /** Number of the market's last entry, 0 without any. */
  def lastEntry(market: Int): Long = Using.resource(connect()): connection =>
    query(
      connection,
      "select coalesce(max(seq), 0) as n from journal where market = ?"
    )(_.setInt(1, market))(_.long("n")).head

  /** All that there are, with their products. */
  def allMarkets: Vector[(Int, String)] = select("select market, product from market order by market")(row =>
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
      )(row => TradeRow(row.long("trade_number"), TradeColumns.map(c => c -> row.textOrNone(c).getOrElse("null")).toMap))
      Option.when(page.nonEmpty)(page -> page.last.number)
    .flatten

  private def select[A](sql: String)(read: Row => A): Vector[A] =
    Using.resource(connect())(connection => query(connection, sql)(_ => ())(read))

  /** Forgets what came after a gap. */
  def cutAfter(market: Int, sequence: Long, trade: Long): Unit = Using.resource(connect()): connection =>
    update(connection, "delete from trade where market = ? and trade_number > ?")(set(market, trade)): Unit
    update(connection, "delete from journal where market = ? and seq > ?")(set(market, sequence)): Unit

  private def set(market: Int, number: Long)(statement: PreparedStatement): Unit =
    statement.setInt(1, market)
    statement.setLong(2, number)

  private def query[A](
      connection: Connection,
      sql: String
  )(set: PreparedStatement => Unit)(read: Row => A): Vector[A] =
    Using.resource(connection.prepareStatement(sql).nn): statement =>
      set(statement)
      val rows = statement.executeQuery().nn
      val row = new Row(rows)
      Iterator.continually(rows.next()).takeWhile(identity).map(_ => read(row)).toVector

  private def update(connection: Connection, sql: String)(set: PreparedStatement => Unit): Int =
    Using.resource(connection.prepareStatement(sql).nn): statement =>
      set(statement)
      statement.executeUpdate()
end Tables

private[trading] object Tables:
  private val PageSize = 5000
  private val TradeColumns = Vector(
    "market",
    "trade_number",
    "seq",
    "millis",
    "price",
    "lots",
    "maker_order",
    "maker_trader",
    "taker_order",
    "taker_trader",
    "taker_side"
  )
  private val InsertEntry =
    """insert into journal (market, seq, millis, action, order_id, trader, side, kind, lots, price, stop_price, lifetime,
      |until_millis, post_only, order_key) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""".stripMargin
  private val InsertTrade =
    """insert into trade (market, trade_number, seq, millis, price, lots, maker_order, maker_trader, taker_order,
      |taker_trader, taker_side) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""".stripMargin
