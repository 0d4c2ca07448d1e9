package eddy.trading.internal

import eddy.trading.{StorageConfig, TradingStartException}

import java.io.IOException
import java.nio.channels.FileChannel
import java.nio.file.attribute.BasicFileAttributes
import java.nio.file.{FileAlreadyExistsException, Files, Path, StandardOpenOption}
import java.util.concurrent.ConcurrentHashMap

/** Keeps other services off an embedded database: SQLite itself would let them write in turns. The lock is on
  * a file of its own, since a process loses its locks on a file as soon as it closes that file anywhere. The
  * system releases it when the process ends.
  *
  * @param key of the file, the same for all its names
  */
private[trading] final class EmbeddedLock private (file: Path, key: AnyRef, channel: FileChannel)
    extends AutoCloseable:
  /** A process that opens the file meanwhile finds it gone, and makes another. */
  def close(): Unit =
    if EmbeddedLock.keyOf(file).contains(key) then Files.delete(file)
    channel.close()
    EmbeddedLock.held.remove(key): Unit

private[trading] object EmbeddedLock:
  private val held = ConcurrentHashMap.newKeySet[AnyRef].nn

  /** @throws TradingStartException when another service has the database */
  def take(config: StorageConfig, database: Path): EmbeddedLock =
    try taken(config, Path.of(s"$database-lock").nn)
    catch
      case failure: IOException =>
        throw TradingStartException(
          s"the database ${config.place} cannot be used: it cannot be locked: $failure",
          failure
        )

  private def taken(config: StorageConfig, file: Path): EmbeddedLock =
    try OwnFiles.makeFile(file)
    catch case _: FileAlreadyExistsException => ()
      // made again, if it has gone since
    val channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE).nn
    val key = keyOf(file)
    key match
      case None =>
        channel.close()
        taken(config, file)
      case Some(key) =>
        // closing the channel would give up the lock that this process has
        if !held.add(key) then throw inUse(config)
        val lock =
          try channel.tryLock()
          catch
            case failure: IOException =>
              held.remove(key): Unit
              throw failure
        if lock == null then
          held.remove(key): Unit
          channel.close()
          throw inUse(config)
        else if keyOf(file).contains(key) then new EmbeddedLock(file, key, channel)
        else
          held.remove(key): Unit
          channel.close()
          taken(config, file)
    end match
  end taken

  /** None when it has gone. A system without such keys has absolute names. */
  private def keyOf(file: Path): Option[AnyRef] =
    try
      val key = Files.readAttributes(file, classOf[BasicFileAttributes]).nn.fileKey
      Some(if key != null then key else file.toAbsolutePath.nn)
    catch case _: java.nio.file.NoSuchFileException => None

  private def inUse(config: StorageConfig) = TradingStartException(
    s"the database ${config.place} is in use by another process, and one at a time can have an embedded database: stop the service that has it first"
  )
end EmbeddedLock
