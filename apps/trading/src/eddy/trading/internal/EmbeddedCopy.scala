package eddy.trading.internal

import eddy.trading.{StorageConfig, TradingStartException}

import java.io.IOException
import java.nio.channels.{FileChannel, OverlappingFileLockException}
import java.nio.file.{Files, Path, StandardOpenOption}
import java.sql.{DriverManager, SQLException}
import scala.util.Using

import org.h2.store.fs.FilePath

/** The file of an embedded H2, to be read while the original stays as it is.
  *
  * H2 writes to a file that it opens. When it may not, it leaves a transaction as it is that a kill has cut off, and at times cannot read that
  * one's undo log ("File corrupted while reading record", H2 2.5.252). In a copy it rolls it back, as for the service that starts next.
  */
private[trading] object EmbeddedCopy:
  private val Suffix = ".mv.db"

  /** Calls `read` with the address of a copy in a folder for temporary files, which is gone afterwards; or, when this process has the database
    * open, with that of the database itself.
    *
    * @throws TradingStartException when there is no file, another process has it, or there is no room for the copy
    */
  def of[A](config: StorageConfig)(read: String => A): A =
    if isOpenHere(config) then read(Connections.existing(config.url)) else copied(config)(read)

  /** Asked of H2, and not of the file's lock: to close a file gives up what locks this process has on it. */
  private def isOpenHere(config: StorageConfig): Boolean =
    val url = s"${Connections.existing(config.url)};ACCESS_MODE_DATA=r"
    try Using.resource(DriverManager.getConnection(url, config.user, config.password).nn)(!_.isReadOnly)
    // why it cannot be opened is found out when it is copied, and the copy opened
    catch case _: SQLException => false

  private def copied[A](config: StorageConfig)(read: String => A): A =
    val (address, settings) = config.url.span(_ != ';')
    val original = FilePath.get(address.stripPrefix("jdbc:h2:").stripPrefix("file:") + Suffix).nn
    if !original.exists then throw refused(config, s"cannot be used: there is no file $original", null)
    val folder = Files.createTempDirectory("eddy-trading-copy").nn
    try
      copy(config, original, folder.resolve(s"copy$Suffix").nn)
      read(s"jdbc:h2:file:${folder.resolve("copy")}$settings")
    finally
      Using.resource(Files.list(folder).nn)(_.forEach(Files.delete(_)))
      Files.delete(folder)

  private def copy(config: StorageConfig, original: FilePath, to: Path): Unit =
    try
      Using.resource(original.open("r").nn): from =>
        val lock =
          try from.tryLock(0, Long.MaxValue, true)
          catch case _: OverlappingFileLockException => null
        if lock == null then
          throw refused(
            config,
            "is in use by another process, and one at a time can have an embedded database: stop the service that has it first",
            null
          )
        Using.resource(FileChannel.open(to, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE).nn):
          out =>
            val size = from.size
            var done = 0L
            while done < size do done += from.transferTo(done, size - done, out)
    catch
      case failure: IOException =>
        throw refused(config, s"cannot be used: it cannot be copied to $to: $failure", failure)

  private def refused(config: StorageConfig, why: String, cause: Throwable | Null): TradingStartException =
    TradingStartException(s"the database ${config.place} $why", cause)
end EmbeddedCopy
