package eddy.social.internal.embedded

import scala.concurrent.duration.FiniteDuration

import de.bwaldvogel.mongo.MongoDatabase
import de.bwaldvogel.mongo.backend.h2.H2Backend
import de.bwaldvogel.mongo.bson.Document
import de.bwaldvogel.mongo.exception.MongoServerError
import io.netty.channel.Channel
import org.h2.mvstore.{MVStore, MVStoreException}

/** Executes the commands of clients on a file. It returns from a command that may write when the change is on
  * the disk, so that the answer to the client is its acknowledgement.
  */
private[embedded] final class FileBackend private (store: MVStore, commits: GroupCommit)
    extends H2Backend(store):
  // the constructor of the base class calls it, before the fields of this class are set
  override protected def openOrCreateDatabase(name: String): MongoDatabase =
    FileDatabase(name, getMvStore, getCursorRegistry)

  override def handleCommand(
      channel: Channel,
      database: String,
      command: String,
      query: Document
  ): Document =
    def run() = super.handleCommand(channel, database, command, query)
    try if FileBackend.reads(command.toLowerCase) then run() else commits.durable(run())
    catch
      // the store closes its file after a failed write: then reads fail, too
      case failure: (GroupCommit.NotOnDisk | MVStoreException) =>
        // clients take it for a server that is stopping
        throw MongoServerError(FileBackend.Stopping, "ShutdownInProgress", failure.getMessage)

  /** Why writes are refused now, if they are. */
  def problem: Option[String] = commits.problem

  override def close(): Unit =
    commits.close()
    super.close()
end FileBackend

private[embedded] object FileBackend:
  /** Closes the store if it fails.
    *
    * @param within how long a write may wait for the disk
    */
  def open(store: MVStore, within: FiniteDuration): FileBackend =
    val commits = new GroupCommit(store, within)
    try
      val backend = new FileBackend(store, commits)
      commits.start(): Unit
      backend
    catch
      case failure: Throwable =>
        store.closeImmediately()
        throw failure

  private val Stopping = 91

  /** Commands that change nothing; all others wait for the disk. */
  private val reads = Set(
    "find",
    "getmore",
    "killcursors",
    "count",
    "distinct",
    "ping",
    "hello",
    "ismaster",
    "buildinfo",
    "whatsmyuri",
    "serverstatus",
    "listcollections",
    "listindexes",
    "listdatabases",
    "endsessions"
  )
end FileBackend
