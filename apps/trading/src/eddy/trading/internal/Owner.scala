package eddy.trading.internal

import eddy.trading.{Persistence, StorageConfig, TradingStartException}

import java.lang.System.Logger.Level
import java.sql.{Connection, SQLException}
import scala.concurrent.duration.{Duration, FiniteDuration}
import scala.util.Using

import com.zaxxer.hikari.HikariDataSource

/** Sees to it that one service at a time writes to a database.
  *
  * On a server a start takes a lock on a connection that it keeps: as long as that is there, others are refused. And it makes
  * the epoch greater, which every transaction that writes reads with a lock on its row: a service that was thought dead, and
  * has lost its connection with the lock, writes nothing after another has started. When none has, [[keep]] takes the lock again. An
  * embedded database is locked by its file.
  *
  * @param first the connection with the lock
  */
private[trading] final class Owner private (
    source: HikariDataSource,
    first: Option[Connection],
    lockEvery: FiniteDuration
):
  val isShared: Boolean = first.isDefined
  // who holds the lock; written by `keep`, and closed
  @volatile private var kept = first
  @volatile private var isClosed = false
  // of the connection with the lock, on the server; and of the one that has gone. Written by `keep`
  private var number = first.fold(0L)(Owner.number)
  private var lost = Option.empty[Long]
  // both set once, before anybody writes; 0 until then
  @volatile private var epoch = 0L
  @volatile private var writtenBefore: Option[Persistence] = None
  private val select =
    s"select epoch, persistence from owner where id = 1${
        if isShared then " lock in share mode" else ""
      }"

  /** From now on nobody else writes. The tables are there. */
  def begin(): Unit = Using.resource(source.getConnection.nn): connection =>
    Sql.transaction(connection):
      Sql.update(connection, "update owner set epoch = epoch + 1 where id = 1")(_ => ()): Unit
      val (now, persistence) = read(connection)
      epoch = now
      writtenBefore = persistence.flatMap(name => Persistence.values.find(_.toString == name))

  /** How the journal was written that is there; None when nobody has noted it. */
  def before: Option[Persistence] = writtenBefore

  /** The markets are whole, and what is written from now on is written so. */
  def goesOn(persistence: Persistence): Unit = Using.resource(source.getConnection.nn): connection =>
    Sql.transaction(connection):
      check(connection)
      val _ = Sql.update(connection, "update owner set persistence = ? where id = 1")(
        _.setString(1, persistence.toString)
      )

  /** Part of each transaction that writes: until it ends, nobody else begins.
    *
    * @throws NotOwnerException when somebody has begun
    */
  def check(connection: Connection): Unit =
    val (now, _) = read(connection)
    if now != epoch then
      throw NotOwnerException(
        s"another process has begun to write to the database (epoch $now, after $epoch)"
      )

  private def read(connection: Connection): (Long, Option[String]) =
    Sql.query(connection, select)(_ => ())(row => row.long("epoch") -> row.textOrNone("persistence")).head

  /** Looks whether the lock's connection is still there, which keeps the server from ending it, and takes the lock
    * again when it has gone. By one thread at a time, which may wait for the server.
    *
    * @throws NotOwnerException when somebody has begun meanwhile
    * @throws SQLException when the database does not answer: to be tried again
    */
  def keep(): Unit =
    for connection <- kept if !isClosed && !connection.isValid(Owner.WaitSeconds) do
      Owner.log.log(Level.WARNING, "the connection that keeps other services off the database has gone")
      kept = None
      source.evictConnection(connection)
      lost = Some(number)
    if isShared && kept.isEmpty && !isClosed then
      kept = again()
      if kept.isDefined then Owner.log.log(Level.WARNING, "other services are kept off the database again")
    if isClosed then kept.foreach(Owner.end)

  /** None when another has the lock: it is about to begin, or has. */
  private def again(): Option[Connection] =
    val connection = source.getConnection.nn
    try
      // the server may not have noticed that the connection from before is gone
      lost.foreach(Owner.endOwn(connection, _))
      val taken = Owner.lock(connection, Duration.Zero, lockEvery)
      if !taken then connection.close()
      else
        if epoch > 0 then check(connection)
        number = Owner.number(connection)
        lost = None
      Option.when(taken)(connection)
    catch
      case failure: Throwable =>
        // to the pool it would go back with the lock
        source.evictConnection(connection)
        throw failure

  def close(): Unit =
    isClosed = true
    kept.foreach(Owner.end)
end Owner

private[trading] object Owner:
  // whether a connection is still there is answered in that time
  private val WaitSeconds = 5
  private val Name = "concat('eddy.', md5(coalesce(database(), '')))"
  private val log = System.getLogger("eddy.trading").nn

  /** @throws TradingStartException when another process has the database */
  def take(source: HikariDataSource, config: StorageConfig): Owner =
    if !config.url.startsWith("jdbc:mariadb:") then new Owner(source, None, config.lockEvery)
    else
      val connection = source.getConnection.nn
      if !waitFor(connection, config) then throw inUse(connection, config)
      new Owner(source, Some(connection), config.lockEvery)

  /** One wait of the server's is shorter than the connection waits for an answer. */
  private def waitFor(connection: Connection, config: StorageConfig): Boolean =
    val end = config.takeWithin.fromNow
    def slice = end.timeLeft.max(Duration.Zero).min(config.answerWithin / 2)
    var taken = lock(connection, slice, config.lockEvery)
    while !taken && end.hasTimeLeft() do taken = lock(connection, slice, config.lockEvery)
    taken

  /** @param lockEvery how often the connection is looked after: when that stops, its machine is gone, and the server ends it
    */
  private def lock(connection: Connection, within: FiniteDuration, lockEvery: FiniteDuration): Boolean =
    connection.setAutoCommit(true)
    val seconds = math.max(20, 4 * lockEvery.toSeconds)
    Sql.update(connection, s"set session wait_timeout = $seconds")(_ => ()): Unit
    Sql.query(
      connection,
      s"select get_lock($Name, ${within.toMillis / 1000.0}) as taken"
    )(_ => ())(_.int("taken")).head == 1

  /** Of the connection, on the server. */
  private def number(connection: Connection): Long =
    Sql.query(connection, "select connection_id() as id")(_ => ())(_.long("id")).head

  /** Ends a connection of this process's that has the lock. */
  private def endOwn(connection: Connection, lost: Long): Unit =
    val holder = Sql.query(connection, s"select is_used_lock($Name) as id")(_ => ())(_.longOrNone("id")).head
    if holder.contains(lost) then
      try Sql.update(connection, s"kill $lost")(_ => ()): Unit
      // it has ended by itself
      catch case _: SQLException => ()

  private def end(connection: Connection): Unit =
    try connection.close()
    catch
      // it is gone, and the lock with it
      case _: SQLException => ()

  private def inUse(connection: Connection, config: StorageConfig): TradingStartException =
    val sql =
      s"select id, host from information_schema.processlist where id = is_used_lock($Name)"
    val holder = Sql.query(connection, sql)(_ => ())(row => row.long("id") -> row.text("host")).headOption
    val who = holder.fold("")((id, host) => s", connection $id of the server, from $host")
    val gone =
      holder.fold("")((id, _) => s"; if its machine is gone, end that connection in the database: kill $id")
    TradingStartException(
      s"the database ${config.place} is in use by another process$who, and one at a time can have it: stop that one first$gone"
    )
end Owner

/** The database is another's, and nothing may be written to it any more. */
private[trading] final class NotOwnerException(message: String) extends RuntimeException(message)
