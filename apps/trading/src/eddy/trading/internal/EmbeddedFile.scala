package eddy.trading.internal

import eddy.trading.{StorageConfig, TradingStartException}

import java.io.IOException
import java.nio.file.{
  AccessDeniedException,
  FileAlreadyExistsException,
  FileSystemException,
  Files,
  NoSuchFileException,
  Path
}

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

  /** Makes an empty file unless it exists. Only its user may read it and those that SQLite makes beside it,
    * which take their
    * rights from it.
    *
    * @throws TradingStartException for a file of an earlier version, and when the file cannot be made
    */
  def prepare(config: StorageConfig, file: Path): Unit =
    try if Files.notExists(file) then make(file) else beside(file).foreach(OwnFiles.close)
    catch
      case failure: IOException =>
        throw TradingStartException(
          s"the database ${config.place} cannot be used: ${why(failure)}",
          failure
        )

  private def why(failure: IOException): String = failure match
    case f: AccessDeniedException => s"no permission to write ${f.getFile}"
    case f: NoSuchFileException => s"${f.getFile} cannot be made there"
    case f: FileAlreadyExistsException => s"${f.getFile} is no folder"
    case f: FileSystemException => s"${f.getFile} cannot be made: ${f.getReason}"
    case other => s"it cannot be made: $other"

  private def make(file: Path): Unit =
    val earlier = Path.of(s"${file.toString.stripSuffix(".sqlite")}.mv.db").nn
    if Files.exists(earlier) then
      throw TradingStartException(
        s"$earlier was written by an earlier version, whose embedded database this one cannot read. " +
          s"Move it away to begin with empty markets in $file"
      )
    Option(file.getParent).foreach(OwnFiles.makeFolder)
    try OwnFiles.makeFile(file)
    catch case _: FileAlreadyExistsException => ()

  /** Itself, and what a process that was killed may have left of it. */
  private def beside(file: Path): Seq[Path] =
    Seq("", "-wal", "-shm", "-journal").map(end => Path.of(s"$file$end").nn).filter(Files.exists(_))
end EmbeddedFile
