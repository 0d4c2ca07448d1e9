package eddy.trading

import eddy.testing.TestFolder
import eddy.trading.internal.EmbeddedFile

import java.nio.file.{Files, Path}

/** Storage in files of the embedded database, and what these hold. */
trait OnSqlite extends StorageTests:
  protected lazy val folder: Path = TestFolder.make("eddy-trading-sqlite")
  protected def urlOf(database: String): String = s"jdbc:sqlite:$folder/$database.sqlite"
  protected def user: String = ""

  protected def fileOf(config: ExchangeConfig): Path = EmbeddedFile.fileOf(config.storage.get.url).get

  protected def files(config: ExchangeConfig): Seq[Path] =
    Seq("", "-wal").map(s => Path.of(s"${fileOf(config)}$s").nn)
  protected def sizes(config: ExchangeConfig): Seq[Long] =
    files(config).filter(Files.exists(_)).map(Files.size(_))

  /** What a kill would leave at this moment, as a database of its own. */
  protected def copy(config: ExchangeConfig): ExchangeConfig =
    val killed = fresh()
    for (from, to) <- files(config).zip(files(killed)) if Files.exists(from) do Files.copy(from, to): Unit
    killed

  /** The bytes of all values. */
  protected def dataOf(config: ExchangeConfig): Long =
    val tables = Seq("market", "journal", "trade", "snapshot", "snapshot_part", "owner")
    val sums = tables.map: table =>
      val columns = rows(config, s"select name from pragma_table_info('$table')")(_.text("name"))
      val lengths = columns.map(c => s"coalesce(length(cast($c as blob)), 0)").mkString(" + ")
      rows(config, s"select coalesce(sum($lengths), 0) as n from $table")(_.long("n")).head
    sums.sum
end OnSqlite
