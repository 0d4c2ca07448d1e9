package eddy.trading.internal

import eddy.trading.{Persistence, StorageConfig, TradingStartException}

import java.sql.{Connection, SQLException}
import scala.util.Using

import com.zaxxer.hikari.HikariDataSource

/** Sees to it that one service at a time writes to a database.
  *
  * On a server a start takes a lock on a connection that it keeps: as long as that is there, others are refused. And it makes
  * the epoch greater, which every transaction that writes reads with a lock on its row: a service that was thought dead, and
  * has lost its connection with the lock, writes nothing after another has started. An embedded database is locked by its file.
  *
  * @param kept the connection with the lock
  */
private[trading] final class Owner private (source: HikariDataSource, kept: Option[Connection]):
  // both set once, before anybody writes
  @volatile private var epoch = 0L
  @volatile private var writtenBefore: Option[Persistence] = None
  private val select =
    s"select epoch, persistence from owner where id = 1${
        if kept.isDefined then " lock in share mode" else ""
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

  def close(): Unit =
    try kept.foreach(_.close())
    catch
      // it is gone, and the lock with it
      case _: SQLException => ()
end Owner

private[trading] object Owner:
  // a service that has just ended is noticed in that time
  private val WaitSeconds = 5
  private val Name = "concat('eddy.', md5(coalesce(database(), '')))"

  /** @throws TradingStartException when another process has the database */
  def take(source: HikariDataSource, config: StorageConfig): Owner =
    if !config.url.startsWith("jdbc:mariadb:") then new Owner(source, None)
    else
      val connection = source.getConnection.nn
      connection.setAutoCommit(true)
      // nothing is said on it, and it must stay
      Sql.update(connection, "set session wait_timeout = 31536000")(_ => ()): Unit
      val taken =
        Sql.query(connection, s"select get_lock($Name, $WaitSeconds) as taken")(_ => ())(_.int("taken"))
      if taken.head != 1 then throw inUse(connection, config)
      new Owner(source, Some(connection))

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
