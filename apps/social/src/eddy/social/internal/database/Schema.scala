package eddy.social.internal.database

import eddy.state.Pure

import java.util.concurrent.atomic.AtomicReference
import scala.concurrent.{ExecutionContext, Future}

import com.mongodb.client.model.IndexOptions
import org.bson.Document

/** The indexes that the program relies on. What relies on one runs behind [[ready]], so that the program can
  * start while the database is away. Handlers need no lock for it.
  */
@Pure
private[social] final class Schema(database: Database)(using ExecutionContext):
  private val attempt = new AtomicReference[Future[Unit] | Null]

  /** When all indexes exist. After a failure the next call tries again. */
  def ready: Future[Unit] = attempt.get match
    case null => begin(null)
    case made if made.value.exists(_.isFailure) => begin(made)
    case made => made

  // of several at the same time one is kept: an index that exists is not made again
  private def begin(before: Future[Unit] | Null): Future[Unit] =
    val made = create()
    if attempt.compareAndSet(before, made) then made else ready

  private def create(): Future[Unit] =
    val users = database.collection(UserStore.Collection)
    val sessions = database.collection(SessionStore.Collection)
    val devices = database.collection(DeviceStore.Collection)
    val likes = database.collection(LikeStore.Collection)
    val indexes = Seq(
      users.createIndex(Document(UserStore.NameKey, 1), IndexOptions().unique(true)),
      users.createIndex(Document(UserStore.Look, 1), IndexOptions().unique(true)),
      sessions.createIndex(Document(OfUser.User, 1)),
      sessions.createIndex(Document(SessionStore.Expires, 1)),
      likes.createIndex(Document(LikeStore.Picture, 1)),
      likes.createIndex(Document(LikeStore.Todo, 1), IndexOptions().sparse(true)),
      devices.createIndex(Document(OfUser.User, 1)),
      devices.createIndex(Document(DeviceStore.Expires, 1))
    )
    Future.traverse(indexes)(database.operations.done(_)).map(_ => ())
end Schema
