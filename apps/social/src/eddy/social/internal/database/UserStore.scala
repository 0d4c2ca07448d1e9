package eddy.social.internal.database

import java.time.Instant
import java.util.Date
import scala.concurrent.{ExecutionContext, Future}

import com.mongodb.client.model.Updates.{combine, set}
import org.bson.Document

/** The users. A unique index on the look of the name is the only judge of who has a name. */
private[social] final class UserStore(database: Database, schema: Schema)(using ExecutionContext):
  import UserStore.*

  private val users = database.collection(Collection)
  private val operations = database.operations

  /** Takes the name, for a sign-up that has begun. False if another user has it, or one that looks like it.
    */
  def reserve(user: StoredUser): Future[Boolean] =
    schema.ready.flatMap: _ =>
      operations.done(users.insertOne(document(user))).map(_ => true).recover:
        case _: DuplicateKeyFailure => false

  /** The user can sign in from now on. False if the reservation does not exist any more. */
  def activate(id: String, hash: String): Future[Boolean] =
    val change = combine(set(State, UserState.Active.word), set(Hash, hash))
    operations.first(users.updateOne(reserved(id), change)).map(_.exists(_.getMatchedCount == 1))

  /** Releases the name of a sign-up that has failed. */
  def release(id: String): Future[Unit] = operations.done(users.deleteOne(reserved(id)))

  /** Releases the name if it, or one that looks like it, was reserved before `limit`. True if nobody has it
    * now.
    */
  def releaseOlder(look: String, limit: Instant): Future[Boolean] =
    first(Look, look).flatMap:
      case Some(user) if user.state == UserState.Reserved && user.at.isBefore(limit) =>
        val old = reserved(user.id).append(At, Document("$lt", Date.from(limit)))
        operations.first(users.deleteOne(old)).map(_.exists(_.getDeletedCount == 1))
      // released or removed meanwhile
      case None => Future.successful(true)
      case _ => Future.successful(false)

  /** The user with that key, in any state. */
  def byKey(nameKey: String): Future[Option[StoredUser]] = first(NameKey, nameKey)

  private def first(field: String, value: String) =
    operations.first(users.find(Document(field, value)).limit(1)).map(_.map(user))

  // a plain conjunction: the embedded database finds its first field by an index
  private def reserved(id: String) = Document(Id, id).append(State, UserState.Reserved.word)

  private def document(user: StoredUser): Document =
    val fields = Document(Id, user.id)
      .append(Name, user.name)
      .append(NameKey, user.nameKey)
      .append(Look, user.look)
      .append(State, user.state.word)
      .append(At, Date.from(user.at))
    user.hash.foreach(fields.append(Hash, _))
    fields

  private def user(fields: Document): StoredUser =
    StoredUser(
      fields.getString(Id),
      fields.getString(Name),
      fields.getString(NameKey),
      fields.getString(Look),
      UserState.of(fields.getString(State)),
      fields.getDate(At).toInstant,
      Option(fields.getString(Hash))
    )
end UserStore

private[social] object UserStore:
  val Collection = "users"
  val NameKey = "nameKey"
  val Look = "look"
  private val Id = "_id"
  private val Name = "name"
  private val State = "state"
  private val At = "at"
  private val Hash = "hash"
