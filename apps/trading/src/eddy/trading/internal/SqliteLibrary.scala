package eddy.trading.internal

import java.nio.file.{Files, Path}
import scala.util.Using

import org.sqlite.SQLiteJDBCLoader

/** SQLite's code for this machine, which its driver copies out of the jar into a file when it is first used.
  * A process that is killed would leave that file behind, so it is removed as soon as it is loaded, where the
  * system permits.
  */
private[trading] object SqliteLibrary:
  private val FolderKey = "org.sqlite.tmpdir"

  /** Once for each process. */
  def load(): Unit = loaded

  private lazy val loaded: Unit =
    if System.getProperty(FolderKey) != null then SQLiteJDBCLoader.initialize(): Unit
    else
      val folder = Files.createTempDirectory("eddy-sqlite").nn
      System.setProperty(FolderKey, folder.toString): Unit
      try SQLiteJDBCLoader.initialize(): Unit
      finally
        System.clearProperty(FolderKey): Unit
        remove(folder)

  /** Some systems do not remove the file of a library that is in use; the JVM does at its end. */
  private def remove(folder: Path): Unit =
    try
      Using.resource(Files.list(folder).nn)(_.forEach(Files.delete(_)))
      Files.delete(folder)
    catch case _: java.io.IOException => ()
end SqliteLibrary
