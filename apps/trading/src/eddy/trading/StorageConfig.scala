package eddy.trading

import scala.concurrent.duration.{DurationInt, FiniteDuration}

/** How orders and trades reach the database. Of the article's three ways two are here to be compared with the
  * third.
  */
enum Persistence derives CanEqual:
  /** Waiting commands are written in batches, each in one transaction, in parallel over the markets.
    * Matching never
    * waits.
    */
  case GroupCommit

  /** Each command is a transaction of its own, all in parallel. Matching never waits. */
  case ParallelInserts

  /** Each command and each sale is an insert of its own, one after another, and the engine waits for each. */
  case OneByOne

/** @param url of JDBC: `jdbc:sqlite:` and a file for the embedded database, or `jdbc:mariadb:` for a server
  * @param connections to a server, and threads that use them; with [[Persistence.GroupCommit]] each has its
  *   markets. One writes to the embedded database
  * @param batch commands in one transaction, at most
  * @param linger how long the first command of a transaction waits for others with
  *   [[Persistence.GroupCommit]], and who wants to
  *   know that it is durable with it; 0 for not at all. The fewer commands come, the more of the work are
  *   transactions
  * @param backlog commands that wait for one of the connections; when it is full, its markets refuse
  * @param retryEvery how long to wait after the database has failed
  * @param lateAfter how long the database may take for a batch: after that the exchange is not ready, and
  *   the log hears of it
  * @param answerWithin how long the database may take for one answer. Then the connection is ended, and what
  *   was to be written is
  *   looked for, and tried again on another one. Only for a server
  * @param refuseAfter how long the oldest command may wait for the database before the markets of its
  *   connection refuse
  *   new ones
  * @param snapshotEvery how many commands of a market lie between two snapshots of it; 0 for none. A start
  *   reads the last
  *   one and what came after
  * @param lockEvery how often it is looked whether other services are still kept off a server: what does
  *   goes with its connection
  * @param closeWithin how long closing waits for the backlog. Commands that are not durable by then are
  *   lost, and counted in the log
  * @param takeWithin how long a start waits for a service that has ended to leave a server's database. A
  *   server notices
  *   within 20 s that the machine of a service is gone
  */
final case class StorageConfig(
    url: String,
    user: String = "",
    password: String = "",
    persistence: Persistence = Persistence.GroupCommit,
    connections: Int = 4,
    batch: Int = 1000,
    linger: FiniteDuration = 2.millis,
    backlog: Int = 20_000,
    retryEvery: FiniteDuration = 500.millis,
    lateAfter: FiniteDuration = 5.seconds,
    snapshotEvery: Int = 100_000,
    lockEvery: FiniteDuration = 5.seconds,
    closeWithin: FiniteDuration = 10.seconds,
    takeWithin: FiniteDuration = 30.seconds,
    answerWithin: FiniteDuration = 10.seconds,
    refuseAfter: FiniteDuration = 30.seconds
):
  require(
    url.startsWith("jdbc:mariadb:") || internal.EmbeddedFile.fileOf(url).isDefined,
    s"url = $url: must begin with jdbc:mariadb:, or be jdbc:sqlite: and a file"
  )
  ExchangeConfig.between("connections", connections, 1, 256, "4 to 16")
  ExchangeConfig.between("batch", batch, 1, 100_000, "about 1000")
  require(
    linger.length >= 0 && linger <= 1.hour,
    s"linger = $linger: must be from 0 to 1 hour; some milliseconds are usual"
  )
  ExchangeConfig.between("backlog", backlog, 16, 10_000_000, "about 20000; some 500 bytes each")
  ExchangeConfig.between("snapshotEvery", snapshotEvery, 0, 1_000_000_000, "about 100000, or 0 for none,")
  ExchangeConfig.positive("retryEvery", retryEvery)
  ExchangeConfig.positive("lateAfter", lateAfter)
  ExchangeConfig.positive("lockEvery", lockEvery)
  ExchangeConfig.positive("closeWithin", closeWithin)
  ExchangeConfig.positive("takeWithin", takeWithin)
  ExchangeConfig.positive("refuseAfter", refuseAfter)
  require(
    answerWithin >= 1.second && answerWithin <= 1.hour,
    s"answerWithin = $answerWithin: must be from 1 second to 1 hour; 10 seconds are usual"
  )

  /** The address without its parameters and its user, which may hold a password: for messages. */
  private[trading] def place: String =
    url.takeWhile(c => c != ';' && c != '?').replaceAll("://[^\\s]*@", "://…@")

  /** Who write at a time: SQLite has one place for writers, and the fewer take turns there, the larger are
    * the batches.
    */
  private[trading] def lanes: Int = if internal.EmbeddedFile.isOne(url) then 1 else connections

  // the password is for nobody's log
  override def toString: String = s"StorageConfig($place, $user, $persistence)"
end StorageConfig

/** @param waiting commands that are done and not yet durable
  * @param room how many may wait in all
  * @param stored commands that have become durable since the start
  * @param commits transactions since the start
  * @param failures of the database since the start
  * @param lastFailure what the last one said, while there are writes that fail; it may tell addresses and
  *   statements
  * @param failingSince when the first of them failed, in milliseconds since 1970
  * @param snapshots written since the start
  */
final case class StorageStats(
    waiting: Int,
    room: Int,
    stored: Long,
    commits: Long,
    failures: Long,
    lastFailure: Option[String],
    failingSince: Option[Long],
    snapshots: Long
)

/** The database cannot be used: it says what to do. */
final class TradingStartException(message: String, cause: Throwable | Null = null)
    extends RuntimeException(message, cause)
