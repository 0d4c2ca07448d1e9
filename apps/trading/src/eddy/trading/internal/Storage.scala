package eddy.trading.internal

import eddy.runtime.Engine
import eddy.trading.*
import eddy.trading.MarketEvent.Traded

import java.sql.SQLException
import scala.collection.mutable

import com.zaxxer.hikari.HikariDataSource
import org.flywaydb.core.Flyway
import org.flywaydb.core.api.FlywayException

/** The database of an exchange: its tables, its journal, and its books made again. */
private[trading] final class Storage private (
    config: StorageConfig,
    source: HikariDataSource,
    tables: Tables,
    engine: Engine,
    val numbers: Map[Product, Int]
):
  private val writer = Writer(config, tables, engine)
  val journal: Journal = writer
  def stats: StorageStats = writer.stats

  /** Has the market do what its journal says, and sees to it that the trades that follow are in their table. */
  def rebuild(market: Market): Unit =
    val lastTrade = tables.lastTrade(market.number)
    val missing = mutable.ArrayBuffer.empty[(Entry, Traded)]
    var gap = 0L
    tables.readJournal(market.number, market.lastSequence): entry =>
      if entry.sequence != market.lastSequence + 1 then gap = entry.sequence
      else market.replay(entry).foreach(t => if t.number > lastTrade then missing += entry -> t)
      gap == 0
    val trades = market.book.tradeCount
    if gap > 0 then
      // only parallel inserts leave gaps: nothing behind one was ever called durable
      Storage.log.log(
        System.Logger.Level.WARNING,
        s"market ${market.number}: the journal has nothing between ${market.lastSequence} and $gap; what follows was never " +
          "acknowledged as durable and is dropped"
      )
      tables.cutAfter(market.number, market.lastSequence, trades)
    else if lastTrade > trades then
      throw TradingStartException(
        s"market ${market.number} has $lastTrade trades in the table trade, but only $trades follow from its journal: the " +
          "tables were changed by others, or come from different backups"
      )
    tables.addTrades(missing.toSeq)
  end rebuild

  /** Waits for the backlog, then closes the connections. */
  def close(): Unit =
    val lost = writer.close()
    if lost > 0 then
      Storage.log.log(
        System.Logger.Level.ERROR,
        s"$lost commands were not stored within ${config.closeWithin}, and are lost; none of them was acknowledged as durable"
      )
    source.close()
end Storage

private[trading] object Storage:
  private val log = System.getLogger("eddy.trading").nn

  /** Connects, and brings the tables up to this version. */
  def open(config: StorageConfig, products: Seq[Product], engine: Engine): Storage =
    val source = Connections.open(config, config.connections)
    try
      migrate(config, source)
      // H2 would write a commit to the disk half a second later
      val flush = Option.when(config.url.startsWith("jdbc:h2:"))("checkpoint sync")
      val tables = new Tables(() => source.getConnection.nn, flush)
      new Storage(config, source, tables, engine, tables.markets(products))
    catch
      case failure: Throwable =>
        source.close()
        failure match
          case cause: (SQLException | FlywayException) => throw Connections.refused(config, cause)
          case other => throw other

  private def migrate(config: StorageConfig, source: HikariDataSource): Unit =
    val exact = if config.url.startsWith("jdbc:mariadb:") then "character set ascii collate ascii_bin" else ""
    Flyway.configure.nn
      .dataSource(source).nn
      .locations("classpath:eddy/trading/db").nn
      .placeholders(java.util.Map.of("exact", exact)).nn
      .load().nn
      .migrate(): Unit
end Storage
