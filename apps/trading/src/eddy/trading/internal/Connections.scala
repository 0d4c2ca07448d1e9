package eddy.trading.internal

import eddy.trading.{Persistence, StorageConfig, TradingStartException}

import java.sql.SQLException
import java.util.concurrent.TimeUnit
import scala.concurrent.duration.{DurationInt, FiniteDuration}

import com.zaxxer.hikari.{HikariConfig, HikariDataSource}

/** Connections to the database, and what to say when there are none. */
private[trading] object Connections:
  // SQLSTATE of X/Open: no such table; 42S01 would be one that exists already
  private val NoTable = "42S02"

  /** How long statements may take that read or change whole tables: migrations and reconciliation. */
  val Patience: FiniteDuration = 1.hour

  /** @throws TradingStartException when it cannot be reached */
  def open(config: StorageConfig, connections: Int): HikariDataSource =
    open(config, connections, EmbeddedFile.urlOf(config.url), config.answerWithin)

  /** @param url of what stands for the database that `config` names
    * @param answerWithin how long a server may take for one answer, before the connection is ended
    */
  def open(
      config: StorageConfig,
      connections: Int,
      url: String,
      answerWithin: FiniteDuration
  ): HikariDataSource =
    val pool = new HikariConfig
    pool.setPoolName("eddy-trading")
    if EmbeddedFile.isOne(url) then
      SqliteLibrary.load()
      pool.setExceptionOverrideClassName(classOf[EndedTransactions].getName)
    pool.setReadOnly(EmbeddedFile.isForReading(url))
    pool.setJdbcUrl(url)
    pool.setUsername(config.user)
    pool.setPassword(config.password)
    // turning it off and on again for each transaction costs two commands to a server
    val commitsByItself = config.persistence == Persistence.OneByOne || EmbeddedFile.isOne(config.url)
    pool.setAutoCommit(commitsByItself)
    pool.setMaximumPoolSize(connections)
    pool.setMinimumIdle(0)
    if url.startsWith("jdbc:mariadb:") then limit(pool, url, answerWithin)
    // a busy machine takes seconds to open an embedded database
    pool.setConnectionTimeout(TimeUnit.SECONDS.toMillis(15))
    // the start says itself what is wrong
    pool.setInitializationFailTimeout(1)
    try new HikariDataSource(pool)
    catch case failure: RuntimeException => throw refused(config, failure)
  end open

  /** Without these a connection whose network has died waits for ever, here and on the server, where it holds
    * locks.
    */
  private def limit(pool: HikariConfig, url: String, answerWithin: FiniteDuration): Unit =
    def set(name: String, value: Long) =
      if !url.contains(s"$name=") then pool.addDataSourceProperty(name, value.toString)
    set("socketTimeout", answerWithin.toMillis)
    set("connectTimeout", math.min(answerWithin.toMillis, TimeUnit.SECONDS.toMillis(5)))
    if !url.contains("tcpKeepAlive=") then pool.addDataSourceProperty("tcpKeepAlive", "true")
    // a network that has died ends even a statement that may take an hour, in half a minute
    set("tcpKeepIdle", 15)
    set("tcpKeepInterval", 5)
    set("tcpKeepCount", 3)
    val seconds = math.max(1, answerWithin.toSeconds)
    // the server ends a transaction whose client is gone; one that waits for a row gives up before its
    // client does
    pool.setConnectionInitSql(
      s"set session wait_timeout = ${math.max(90, seconds)}, idle_transaction_timeout = $seconds, " +
        s"innodb_lock_wait_timeout = ${math.max(1, seconds - 2)}"
    )
    // shorter than the server's wait_timeout
    pool.setKeepaliveTime(TimeUnit.SECONDS.toMillis(30))

  def refused(config: StorageConfig, cause: Throwable): TradingStartException =
    val causes =
      Iterator.iterate[Throwable | Null](cause)(_.nn.getCause).takeWhile(_ != null).map(_.nn).toVector
    val sql = causes.collectFirst { case e: SQLException => e }
    val why =
      if sql.exists(e => e.getSQLState == NoTable || isNoTableOfSqlite(e)) then
        s"has no tables of the trading service (${cause.getMessage}): is it the right one, and has the service been started with it?"
      else s"cannot be used: ${cause.getMessage}. Is it up, and are url, user and password right?"
    TradingStartException(s"the database ${config.place} $why", cause)

  private def isNoTableOfSqlite(failure: SQLException) =
    String.valueOf(failure.getMessage).contains("no such table")
end Connections
