package eddy.trading.internal

import eddy.runtime.{Engine, PoolResult}
import eddy.trading.*

import java.sql.SQLException
import scala.concurrent.ExecutionContext
import scala.util.Using

import com.zaxxer.hikari.HikariDataSource
import org.flywaydb.core.Flyway
import org.flywaydb.core.api.FlywayException

/** The database of an exchange: its tables, its journal, its snapshots, and its markets made again. */
private[trading] final class Storage private (
    config: StorageConfig,
    source: HikariDataSource,
    owner: Owner,
    lock: Option[EmbeddedLock],
    beat: OwnerBeat,
    tables: Tables,
    engine: Engine,
    blank: (Int, Journal) => Market,
    val numbers: Map[Product, Int]
):
  private val snapshotTables = new SnapshotTables(() => source.getConnection.nn)
  // a journal of which nobody has noted how it was written is taken for what is written now
  private val mayHaveGaps = owner.before.getOrElse(config.persistence) == Persistence.ParallelInserts
  private val rebuilding = new Rebuilding(tables, snapshotTables, blank, mayHaveGaps)
  private val snapshots = new Snapshots(config.snapshotEvery, snapshotTables, rebuilding, engine)
  private val writer = Writer(config, tables, engine, e => snapshots.stored(e.market, e.sequence))

  beat.stops(writer)

  private val rebuilders = engine.pool("trading-rebuilding", 1)
  @volatile private var isClosed = false

  /** From the journal's taking an entry until that is durable. */
  def durable: Stopwatch = writer.durable

  def stats: StorageStats = writer.stats.copy(snapshots = snapshots.count)

  /** The market as it was, to go on with. */
  def market(number: Int): Market =
    val (market, snapshot) = rebuilding.market(number, writer)
    market.feed.begin()
    snapshots.startFrom(number, snapshot)
    market

  /** All markets are as they were, and go on. */
  def goesOn(): Unit =
    owner.goesOn(config.persistence)

  /** Whether what is done becomes durable in time, and no market refuses because it does not. */
  def keepsUp: Boolean = writer.keepsUp

  /** Whether no other process has taken the database over. */
  def isOwner: Boolean = writer.isOwner

  /** A market of which nobody knows what it is, as it was after its last entry; when that is durable, however
    * long it takes. Otherwise `done` gets why there is none.
    */
  def again(failed: Market)(done: Either[String, Market] => Unit): Unit =
    failed.release()
    failed.lastDurable.onComplete(_ => runAgain(failed, done))(using ExecutionContext.parasitic)

  private def runAgain(failed: Market, done: Either[String, Market] => Unit): Unit =
    val task: Runnable = () =>
      try
        val market = rebuilding.copy(failed.number, writer, failed.lastSequence)
        market.book.takeSources(failed.book)
        market.feed.resume(failed.feed)
        done(Right(market))
      catch
        case _: SQLException if !isClosed =>
          engine.after(config.retryEvery)(() => runAgain(failed, done)): Unit
        case failure: Exception => done(Left(s"it cannot be made again: ${failure.getMessage}"))
    rebuilders.submit(task) match
      case PoolResult.Accepted => ()
      case other => done(Left(s"no thread can make it again: $other"))

  /** Waits for the backlog, then closes the connections; how many commands were not stored. A database that
    * does not answer is not waited for beyond [[StorageConfig.closeWithin]] and some seconds.
    */
  def close(): Int =
    isClosed = true
    beat.cancel()
    snapshots.close()
    val lost = writer.close()
    if lost > 0 then
      Storage.log.log(
        System.Logger.Level.ERROR,
        s"$lost commands were not stored within ${config.closeWithin}, and are lost; none of them was acknowledged as durable"
      )
    if lock.isDefined then
      snapshots.awaitEnd(config.closeWithin)
      source.close()
      lock.foreach(_.close())
    else Storage.closeInTime(owner, source)
    lost
end Storage

private[trading] object Storage:
  private val log = System.getLogger("eddy.trading").nn

  /** Connects, sees to it that nobody else writes, and brings the tables up to this version. */
  def open(
      config: StorageConfig,
      products: Seq[Product],
      engine: Engine,
      blank: (Int, Journal) => Market
  ): Storage =
    val file = EmbeddedFile.fileOf(config.url)
    file.foreach(EmbeddedFile.prepare(config, _))
    val lock = file.map(EmbeddedLock.take(config, _))
    try connected(config, products, engine, blank, lock)
    catch
      case failure: Throwable =>
        lock.foreach(_.close())
        throw failure

  private def connected(
      config: StorageConfig,
      products: Seq[Product],
      engine: Engine,
      blank: (Int, Journal) => Market,
      lock: Option[EmbeddedLock]
  ): Storage =
    // those who write, snapshots, a market that is made again, and the owner's lock
    val source = Connections.open(config, config.lanes + 3)
    var beat = Option.empty[OwnerBeat]
    try
      val owner = Owner.take(source, config)
      val keeping = new OwnerBeat(owner, config.lockEvery, engine)
      beat = Some(keeping)
      if config.url.startsWith("jdbc:mariadb:") then
        Using.resource(Connections.open(config, 2, config.url, Connections.Patience))(migrate(config, _))
      else migrate(config, source)
      owner.begin()
      val tables = new Tables(() => source.getConnection.nn, owner.check)
      new Storage(config, source, owner, lock, keeping, tables, engine, blank, tables.markets(products))
    catch
      case failure: Throwable =>
        beat.foreach(_.cancel())
        source.close()
        failure match
          case cause: (SQLException | FlywayException) => throw Connections.refused(config, cause)
          case other => throw other
  end connected

  /** Closing a connection says goodbye to the server, and aborting it asks the server to: neither may keep a
    * process from ending when the server does not answer.
    */
  private def closeInTime(owner: Owner, source: HikariDataSource): Unit =
    val closing = Thread.ofPlatform.daemon().name("eddy-trading-close").nn.start: () =>
      owner.close()
      source.close()
    .nn
    if !closing.join(CloseWithin) then
      log.log(
        System.Logger.Level.WARNING,
        s"the database does not answer; its connections are left to themselves"
      )

  private val CloseWithin = java.time.Duration.ofSeconds(3)

  private def migrate(config: StorageConfig, source: HikariDataSource): Unit =
    val scripts = if EmbeddedFile.isOne(config.url) then "sqlite" else "db"
    val flyway = Flyway.configure.nn
      .dataSource(source).nn
      .locations(s"classpath:eddy/trading/$scripts").nn
      .placeholders(java.util.Map.of("exact", "character set ascii collate ascii_bin")).nn
      .load().nn
    // forgets a migration that has failed half-way: its statements can run again
    flyway.repair(): Unit
    flyway.migrate(): Unit
end Storage
