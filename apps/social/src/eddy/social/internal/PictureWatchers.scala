package eddy.social.internal

import eddy.social.internal.database.PictureStore
import eddy.state.Pure
import eddy.web.MessageSocket

import java.util.concurrent.ConcurrentHashMap
import scala.concurrent.{ExecutionContext, Future}
import scala.jdk.CollectionConverters.*

/** The sockets that watch pictures. A client that may no longer see a picture is disconnected: each
  * [[recheck]] asks the database for all pictures that are watched, by one query. Any thread may call.
  * Handlers need no lock for it.
  */
@Pure
private[social] final class PictureWatchers:
  import PictureWatchers.*

  private val sockets = new ConcurrentHashMap[String, Set[MessageSocket]]

  def add(picture: String, socket: MessageSocket): Unit =
    sockets.merge(picture, Set(socket), _ ++ _): Unit

  def remove(picture: String, socket: MessageSocket): Unit =
    sockets.computeIfPresent(
      picture,
      (_, all) => if all.size == 1 && all(socket) then null else all - socket
    ): Unit

  /** Sockets that watch something. */
  def size: Int = sockets.values.asScala.map(_.size).sum

  /** Closes the sockets of pictures that do not exist any more. */
  def recheck(pictures: PictureStore)(using ExecutionContext): Future[Unit] =
    val watched = sockets.keySet.asScala.toVector
    Future.traverse(watched.grouped(Batch).toVector): batch =>
      pictures.existing(batch).map: existing =>
        for picture <- batch if !existing(picture); all <- Option(sockets.get(picture)); socket <- all do
          socket.close(NoPicture, "there is no such picture")
    .map(_ => ())
end PictureWatchers

private[social] object PictureWatchers:
  /** The code with which a socket is closed whose picture does not exist. */
  val NoPicture = 4404
  private val Batch = 500
