package eddy.trading.internal

import java.sql.SQLException
import scala.util.Using

import com.zaxxer.hikari.HikariDataSource

/** What an embedded H2 needs, so that its file holds whatever was committed, at every moment.
  *
  * H2 (2.2 to 2.5 at least) writes each commit as a chunk, into space that has become free, and leaves a hint in it where the next will be. When
  * the next is elsewhere, the header of the file is to name it, but names the one before it, since it is written too soon
  * (`RandomAccessStore.writeChunk`). Who opens the file after a kill then finds neither that commit nor those after it. Chunks at the end of the
  * file are found from there. So no space is reused while the file is open, and it is made small when it is closed.
  */
private[trading] object EmbeddedFile:
  private val settings = List(
    "REUSE_SPACE" -> "FALSE",
    // errors are thrown; H2 would also write a file at each stop, which says that its database is closed
    "TRACE_LEVEL_FILE" -> "0"
  )
  private val IsClosed = 90121

  def isOne(url: String): Boolean =
    url.startsWith("jdbc:h2:") && !Seq("mem:", "tcp:", "ssl:").exists(url.startsWith(_, "jdbc:h2:".length))

  def urlOf(url: String): String =
    if !isOne(url) then url
    else
      settings.foldLeft(url):
        case (before, (name, value)) => if before.contains(s"$name=") then before else s"$before;$name=$value"

  /** Nobody may use the database any more. */
  def compact(source: HikariDataSource): Unit =
    try
      Using.resource(source.getConnection.nn)(c =>
        Using.resource(c.createStatement.nn)(_.execute("shutdown compact"): Unit)
      )
    catch
      // the pool finds it closed when the connection comes back
      case failure: SQLException =>
        if failure.getErrorCode != IsClosed then
          log.log(
            System.Logger.Level.WARNING,
            s"the database's file was not made smaller: ${failure.getMessage}"
          )

  private val log = System.getLogger("eddy.trading").nn
end EmbeddedFile
