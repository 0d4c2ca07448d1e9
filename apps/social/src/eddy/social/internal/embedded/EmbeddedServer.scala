package eddy.social.internal.embedded

import java.net.{InetAddress, InetSocketAddress}
import java.nio.file.attribute.PosixFilePermissions
import java.nio.file.{FileSystems, Files, Path}
import scala.concurrent.duration.{DurationInt, FiniteDuration}

import de.bwaldvogel.mongo.backend.memory.MemoryBackend
import de.bwaldvogel.mongo.{MongoBackend, MongoServer}
import org.h2.mvstore.{DataUtils, MVStore, MVStoreException}

/** A server within the process that speaks MongoDB's protocol, on a free port of the loopback interface. It
  * has no passwords: every user of this machine can connect.
  *
  * Supported are single documents, unique indexes and `findOneAndUpdate`. There are no transactions and no
  * change streams, and other indexes are ignored: such queries read all documents.
  */
private[social] final class EmbeddedServer private (
    server: MongoServer,
    problemNow: () => Option[String],
    private[social] val store: Option[MVStore]
) extends AutoCloseable:
  /** The connection string for clients. */
  val url: String = s"mongodb://127.0.0.1:${server.getLocalAddress.getPort}"

  /** Why writes are refused now, if they are: such as after one that has failed, until the next start. */
  def problem: Option[String] = problemNow()

  /** Returns when the file is closed. */
  def close(): Unit = server.shutdown()

private[social] object EmbeddedServer:
  private val FileName = "social.mv.db"
  // dead chunks of the file are used again after this time
  private val RetentionMillis = 1000
  private val DefaultWithin = 1.minute

  def inMemory(connections: Int): EmbeddedServer = start(new MemoryBackend, connections, () => None, None)

  /** @param within how long a write may wait for the disk
    * @throws IllegalStateException if the folder cannot be used, such as while another process uses it
    */
  def inFolder(folder: Path, connections: Int, within: FiniteDuration = DefaultWithin): EmbeddedServer =
    val store = open(folder)
    val backend = FileBackend.open(store, within)
    start(backend, connections, () => backend.problem, Some(store))

  private def open(folder: Path): MVStore =
    try
      makeFolder(folder)
      // no commits by the store itself, after a time or for much unsaved memory: they could hold half a
      // change
      val store = MVStore.Builder().fileName(folder.resolve(FileName).toString)
        .autoCommitDisabled().autoCommitBufferSize(0).open()
      store.setRetentionTime(RetentionMillis)
      store
    catch
      case used: MVStoreException if used.getErrorCode == DataUtils.ERROR_FILE_LOCKED =>
        throw IllegalStateException(
          s"the folder $folder is in use by another process: give each its own",
          used
        )
      case failure: (MVStoreException | java.io.IOException) =>
        throw IllegalStateException(s"the database in the folder $folder cannot be opened: $failure", failure)

  /** Only its owner may read it: it holds the hashes of passwords. */
  private def makeFolder(folder: Path): Unit =
    val isPosix = FileSystems.getDefault.supportedFileAttributeViews.contains("posix")
    if Files.notExists(folder) && isPosix then
      Files.createDirectories(
        folder,
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))
      ): Unit
    else Files.createDirectories(folder): Unit

  private def start(
      backend: MongoBackend,
      connections: Int,
      problem: () => Option[String],
      store: Option[MVStore]
  ): EmbeddedServer =
    val server = MongoServer(backend)
    try
      // a command that waits for the disk has the thread of its connection: one for each, and for those by
      // which clients watch the server
      server.bind(InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), 1, 2 * connections + 8)
      new EmbeddedServer(server, problem, store)
    catch
      case failure: Throwable =>
        // it closes the backend, too
        server.shutdownNow()
        throw failure
end EmbeddedServer
