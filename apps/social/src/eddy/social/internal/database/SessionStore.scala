package eddy.social.internal.database

import java.time.Instant
import java.util.Date
import scala.concurrent.{ExecutionContext, Future}

import com.mongodb.client.model.Sorts.descending
import org.bson.Document

/** The sessions of all users. A deleted session is invalid at once, on all nodes. */
private[social] final class SessionStore(database: Database, schema: Schema)(using ExecutionContext):
  import SessionStore.*

  private val sessions = database.collection(Collection)
  private val operations = database.operations

  /** Adds it, and ends the user's oldest ones beyond `max`. */
  def add(session: StoredSession, max: Int): Future[Unit] =
    for
      _ <- schema.ready
      _ <- operations.done(sessions.insertOne(document(session)))
      _ <- OfUser.keepNewest(operations, sessions, session.user, session.id, max)
    yield ()

  /** The session, unless it has expired. */
  def find(id: String, now: Instant): Future[Option[StoredSession]] =
    operations.first(sessions.find(Document(
      Id,
      id
    )).limit(1)).map(_.map(session).filter(_.expires.isAfter(now)))

  /** The newest sessions of a user that have not expired. */
  def of(user: String, now: Instant): Future[Vector[StoredSession]] =
    val own = sessions.find(Document(OfUser.User, user)).sort(descending(OfUser.At)).limit(MaxListed)
    operations.all(own).map(_.map(session).filter(_.expires.isAfter(now)))

  /** False if the user has no such session. */
  def remove(id: String, user: String): Future[Boolean] = deleted(Document(Id, id).append(OfUser.User, user))

  /** As the other, of any user. */
  def remove(id: String): Future[Boolean] = deleted(Document(Id, id))

  def removeExpired(now: Instant): Future[Unit] =
    operations.done(sessions.deleteMany(Document(Expires, Document("$lt", Date.from(now)))))

  private def deleted(filter: Document): Future[Boolean] =
    operations.first(sessions.deleteOne(filter)).map(_.exists(_.getDeletedCount == 1))

  private def document(session: StoredSession): Document =
    Document(Id, session.id)
      .append(OfUser.User, session.user)
      .append(Name, session.name)
      .append(OfUser.At, Date.from(session.at))
      .append(Expires, Date.from(session.expires))

  private def session(fields: Document): StoredSession =
    StoredSession(
      fields.getString(Id),
      fields.getString(OfUser.User),
      fields.getString(Name),
      fields.getDate(OfUser.At).toInstant,
      fields.getDate(Expires).toInstant
    )
end SessionStore

private[social] object SessionStore:
  val Collection = "sessions"
  val Expires = "expires"
  private val MaxListed = 100
  private val Id = "_id"
  private val Name = "name"
