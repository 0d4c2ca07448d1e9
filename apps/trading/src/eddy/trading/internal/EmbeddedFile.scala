package eddy.trading.internal

import eddy.trading.{StorageConfig, TradingStartException}

import java.io.IOException
import java.nio.file.attribute.PosixFilePermissions
import java.nio.file.{FileAlreadyExistsException, Files, Path}

/** The embedded database: SQLite in one file, and a write-ahead log beside it while it is open.
  *
  * A commit appends the changed pages to the log and syncs it, once for all commands of a batch. When the log
  * has reached `LogPages`, a checkpoint copies it into the file and begins it again, so both together stay
  * about as large as the data. After a kill the next connection reads the log.
  */
private[trading] object EmbeddedFile:
  private val Prefix = "jdbc:sqlite:"
  private val PageBytes = 4096
  private val LogPages = 256

  /** What the log takes on the disk at most, but for a transaction that is larger. */
  val LogBytes: Long = LogPages * (PageBytes + 24L)

  private val settings = List(
    "journal_mode" -> "WAL",
    // each commit is on the disk when it is acknowledged
    "synchronous" -> "FULL",
    "page_size" -> PageBytes.toString,
    "wal_autocheckpoint" -> LogPages.toString,
    // after a large transaction the log becomes small again
    "journal_size_limit" -> LogBytes.toString,
    // a transaction that reads first and then writes would fail beside another that writes
    "transaction_mode" -> "IMMEDIATE",
    "busy_timeout" -> "10000"
  )

  def isOne(url: String): Boolean = url.startsWith(Prefix)

  /** Where it is; None when the address names no file. */
  def fileOf(url: String): Option[Path] =
    val place = url.stripPrefix(Prefix).stripPrefix("file:").takeWhile(_ != '?')
    Option.when(isOne(url) && place.nonEmpty && !place.startsWith(":"))(Path.of(place).nn.toAbsolutePath.nn)

  /** With all that it needs to be written; what the address says itself stays. */
  def urlOf(url: String): String = if isOne(url) then withSettings(url, settings) else url

  /** It is neither made nor changed, and its log is not copied into it. A service may have it open. */
  def forReading(url: String): String = withSettings(url, List(ReadOnly, "busy_timeout" -> "10000"))

  def isForReading(url: String): Boolean = isOne(url) && url.contains(s"${ReadOnly(0)}=${ReadOnly(1)}")

  // of SQLite's flags
  private val ReadOnly = "open_mode" -> "1"

  private def withSettings(url: String, settings: List[(String, String)]): String =
    settings.foldLeft(url):
      case (before, (name, value)) =>
        if before.contains(s"$name=") then before
        else s"$before${if before.contains('?') then '&' else '?'}$name=$value"

  /** Makes an empty file, which only its user may read, unless it exists.
    *
    * @throws TradingStartException for a file of an earlier version, and when the file cannot be made
    */
  def prepare(config: StorageConfig, file: Path): Unit = if Files.notExists(file) then
    val earlier = Path.of(s"${file.toString.stripSuffix(".sqlite")}.mv.db").nn
    if Files.exists(earlier) then
      throw TradingStartException(
        s"$earlier was written by an earlier version, whose embedded database this one cannot read. " +
          s"Move it away to begin with empty markets in $file"
      )
    try
      Option(file.getParent).foreach(Files.createDirectories(_): Unit)
      if file.getFileSystem.nn.supportedFileAttributeViews.nn.contains("posix") then
        val own = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
        Files.createFile(file, own): Unit
    catch
      case _: FileAlreadyExistsException => ()
      case failure: IOException =>
        throw TradingStartException(
          s"the database ${config.place} cannot be used: it cannot be made: $failure",
          failure
        )
end EmbeddedFile
