package eddy.social.internal.database

import java.time.Instant
import java.util.Date
import scala.concurrent.{ExecutionContext, Future}

import com.mongodb.client.model.FindOneAndUpdateOptions
import com.mongodb.client.model.Sorts.descending
import com.mongodb.client.model.Updates.{combine, set, unset}
import org.bson.Document

/** Who likes which picture: one document for each user and picture, the *fact*. It is never removed while the
  * picture exists: `on` says whether the user likes it now. `todo` exists from a change until its
  * consequences, the counter of the picture and the live feed, are done; nothing else changes the fact
  * meanwhile. A fact with an old `todo` was left by a process that has died.
  */
private[social] final class LikeStore(database: Database, schema: Schema)(using ExecutionContext):
  import LikeStore.*

  private val likes = database.collection(Collection)
  private val operations = database.operations

  /** Changes a fact, if nothing of it is to do, and if that changes something.
    *
    * @param todo unique for this change; see [[settled]]
    */
  def change(fact: StoredLike, isOn: Boolean, todo: String): Future[LikeChange] =
    schema.ready.flatMap(_ => if isOn then turnOn(fact, todo) else turnOff(fact, todo)).flatMap:
      case true => Future.successful(LikeChange.Changed)
      case false => state(fact.picture, fact.user, isOn)

  // an upsert: of several at the same time one inserts, and the others fail
  private def turnOn(fact: StoredLike, todo: String): Future[Boolean] =
    val off = Document(Id, idOf(fact.picture, fact.user)).append(On, false).append(Todo, Absent)
    val change = combine(
      set(Picture, fact.picture),
      set(User, fact.user),
      set(Name, fact.name),
      set(On, true),
      set(At, Date.from(fact.at)),
      set(Todo, todo)
    )
    operations.done(likes.findOneAndUpdate(off, change, FindOneAndUpdateOptions().upsert(true)))
      .map(_ => true).recover { case _: DuplicateKeyFailure => false }

  private def turnOff(fact: StoredLike, todo: String): Future[Boolean] =
    val on = Document(Id, idOf(fact.picture, fact.user)).append(On, true).append(Todo, Absent)
    val change = combine(set(On, false), set(At, Date.from(fact.at)), set(Todo, todo))
    operations.first(likes.findOneAndUpdate(on, change)).map(_.nonEmpty)

  private def state(picture: String, user: String, isOn: Boolean): Future[LikeChange] =
    operations.first(likes.find(Document(Id, idOf(picture, user))).limit(1)).map:
      case Some(fact) if fact.getBoolean(On, false) != isOn || fact.containsKey(Todo) =>
        if fact.containsKey(Todo) then LikeChange.Pending(unsettled(fact)) else LikeChange.Again
      case _ => LikeChange.Same

  /** All that `todo` stands for is done. */
  def settled(picture: String, user: String, todo: String): Future[Unit] =
    val own = Document(Id, idOf(picture, user)).append(Todo, todo)
    operations.done(likes.updateOne(own, unset(Todo)))

  /** The facts that count. Reads them. */
  def count(picture: String): Future[Long] =
    operations.first(likes.countDocuments(Document(
      Picture,
      picture
    ).append(On, true))).map(_.fold(0L)(_.longValue))

  /** Whether something is to do for another fact of the picture. */
  def hasOthers(picture: String, todo: String): Future[Boolean] =
    val others = Document(Picture, picture).append(Todo, Document("$exists", true).append("$ne", todo))
    operations.first(likes.find(others).limit(1)).map(_.nonEmpty)

  /** Facts that were changed before, and of which something is to do. */
  def overdue(before: Instant, limit: Int): Future[Vector[UnsettledLike]] =
    val old = Document(Todo, Document("$exists", true)).append(At, Document("$lt", Date.from(before)))
    operations.all(likes.find(old).limit(limit)).map(_.map(unsettled))

  /** The names of the users who have liked the picture last, and still do. */
  def newest(picture: String, limit: Int): Future[Vector[String]] =
    val own = likes.find(Document(Picture, picture).append(On, true)).sort(descending(At)).limit(limit)
    operations.all(own).map(_.map(_.getString(Name)))

  def removeAll(picture: String): Future[Unit] = operations.done(likes.deleteMany(Document(Picture, picture)))

  private def unsettled(fact: Document) = UnsettledLike(
    fact.getString(Picture),
    fact.getString(User),
    fact.getString(Todo),
    fact.getDate(At).toInstant
  )
end LikeStore

private[social] object LikeStore:
  val Collection = "likes"
  val Picture = "picture"
  val Todo = "todo"
  private val Id = "_id"
  private val User = "user"
  private val Name = "name"
  private val On = "on"
  private val At = "at"
  private def Absent = Document("$exists", false)

  // one text: a document for each user and picture by the uniqueness of ids
  private def idOf(picture: String, user: String) = s"$picture/$user"
end LikeStore

/** @param user the id of the user
  * @param name the user's name
  */
private[social] final case class StoredLike(picture: String, user: String, name: String, at: Instant)

/** A fact of which something is to do, since `at`. */
private[social] final case class UnsettledLike(picture: String, user: String, todo: String, at: Instant)

private[social] enum LikeChange:
  case Changed

  /** It was so before. */
  case Same

  /** Another change of the same fact came in between: try again. */
  case Again

  /** Something of an earlier change is to do. */
  case Pending(fact: UnsettledLike)
