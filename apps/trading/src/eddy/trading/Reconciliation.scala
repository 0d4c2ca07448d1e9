package eddy.trading

import eddy.trading.internal.{
  Connections,
  Differences,
  EmbeddedFile,
  Reconciler,
  ReconciliationTables,
  SnapshotTables,
  Tables
}

import java.nio.file.Files
import java.sql.SQLException

/** What the tables of an exchange say of each other: the commands of the journal are done again, and the
  * trades that follow
  * must be those in the table `trade`, each once. The end of a journal whose last entries are gone with all
  * that followed from them
  * looks like one where nothing more was done, unless a snapshot lies behind it: see `orders` for that.
  *
  * @param markets what was read
  * @param differences the first of them, each naming market, row and values
  * @param found how many there are in all, as far as they can be told apart
  */
final case class Reconciliation(markets: Vector[ReconciledMarket], differences: Vector[String], found: Long):
  def isWhole: Boolean = found == 0

/** @param entries of its journal
  * @param orders accepted: the number of the last, so one that was acknowledged with a greater
  *   [[OrderId.order]] is lost
  * @param trades in the table
  * @param lots that changed hands in them
  * @param openOrders that the journal leaves
  */
final case class ReconciledMarket(
    product: String,
    entries: Long,
    orders: Long,
    trades: Long,
    lots: Long,
    openOrders: Int
)

object Reconciliation:
  /** Differences that are named. */
  val Named = 20

  /** Reads everything, and changes nothing. Blocks; a million entries take some seconds. Memory is for the
    * open orders.
    *
    * A service may run meanwhile with [[Persistence.GroupCommit]]: entries written after the beginning
    * are left out. After a crash with another [[Persistence]] start the service once before, which completes
    * what it has begun.
    *
    * @throws TradingStartException when the database cannot be used, or has no tables of an exchange
    */
  def of(config: StorageConfig): Reconciliation =
    EmbeddedFile.fileOf(config.url) match
      case Some(file) if Files.notExists(file) =>
        throw TradingStartException(s"the database ${config.place} cannot be used: there is no such file")
      case Some(_) => read(config, EmbeddedFile.forReading(config.url))
      case None => read(config, config.url)

  private def read(config: StorageConfig, url: String): Reconciliation =
    val source = Connections.open(config, connections = 2, url, Connections.Patience)
    try
      val tables = new ReconciliationTables(() => source.getConnection.nn)
      val journal = new Tables(() => source.getConnection.nn)
      val snapshots = new SnapshotTables(() => source.getConnection.nn)
      val differences = new Differences(Named)
      val markets = tables.markets.map: (number, product) =>
        new Reconciler(journal, tables, snapshots, number, product, differences).run()
      tables.strangeMarkets.foreach(n =>
        differences.add(s"market $n has rows, but the table market has no such number")
      )
      tables.repeatedTradeKeys(Named).foreach(id =>
        differences.add(s"the table trade has the id $id more than once")
      )
      Reconciliation(markets, differences.first, differences.found)
    catch
      case failure: SQLException => throw Connections.refused(config, failure)
    finally source.close()
  end read
end Reconciliation
