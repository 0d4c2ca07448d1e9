package eddy.trading.internal

import eddy.trading.MarketEvent.Traded

import java.sql.{Connection, PreparedStatement, Statement}
import scala.util.Using

/** Writes trades, and reads back the keys that the database has given them. */
private[trading] object TradeInsert:
  private val Insert = EntryRow.TradeColumns.mkString("insert into trade (", ", ", ") values ")
  private val Row = EntryRow.TradeColumns.map(_ => "?").mkString("(", ", ", ")")

  // far below what MariaDB takes in one packet by default (16 MiB)
  private val MostRows = 500

  /** The keys, in the order of the trades. */
  def apply(connection: Connection, trades: Seq[(Entry, Traded)]): Seq[Long] =
    // where keys are asked for, Connector/J sends a batch row by row: servers tell them of many since 11.5
    // only
    if trades.isEmpty then Nil
    else if returnsRows(connection) then
      trades.grouped(MostRows).flatMap(atOnce(connection, _)).toVector
    else batch(connection, trades)

  /** SQLite, and MariaDB since 10.5. */
  private def returnsRows(connection: Connection): Boolean =
    val server = connection.getMetaData.nn
    server.getDatabaseProductName == "SQLite" || server.getDatabaseProductName == "MariaDB" &&
    (server.getDatabaseMajorVersion > 10 || server.getDatabaseMajorVersion == 10 && server.getDatabaseMinorVersion >= 5)

  private def atOnce(connection: Connection, trades: Seq[(Entry, Traded)]): Seq[Long] =
    val sql = Vector.fill(trades.size)(Row).mkString(Insert, ", ", " returning id, market, trade_number")
    def set(statement: PreparedStatement): Unit =
      for ((entry, trade), n) <- trades.zipWithIndex do
        EntryRow.writeTrade(entry, trade, statement, after = n * EntryRow.TradeColumns.size)
    // neither database promises an order
    val keys = Sql.query(connection, sql)(set)(row =>
      (row.int("market"), row.long("trade_number")) -> row.long("id")
    ).toMap
    if keys.size != trades.size then missing(keys.size, trades)
    trades.map((entry, trade) => keys((entry.market, trade.number)))

  private def batch(connection: Connection, trades: Seq[(Entry, Traded)]): Seq[Long] =
    Using.resource(connection.prepareStatement(Insert + Row, Statement.RETURN_GENERATED_KEYS).nn):
      statement =>
        for (entry, trade) <- trades do
          EntryRow.writeTrade(entry, trade, statement, after = 0)
          statement.addBatch()
        statement.executeBatch(): Unit
        val rows = statement.getGeneratedKeys.nn
        val keys = Iterator.continually(rows.next()).takeWhile(identity).map(_ => rows.getLong(1)).toVector
        if keys.size != trades.size then missing(keys.size, trades)
        keys

  private def missing(keys: Int, trades: Seq[(Entry, Traded)]): Nothing =
    throw IllegalStateException(
      s"the database gave $keys keys for ${trades.size} trades, the first of them ${trades.head(1).number}"
    )
end TradeInsert
