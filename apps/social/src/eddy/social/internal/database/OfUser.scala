package eddy.social.internal.database

import scala.concurrent.{ExecutionContext, Future}
import scala.jdk.CollectionConverters.*

import com.mongodb.client.model.Projections.include
import com.mongodb.client.model.Sorts.descending
import com.mongodb.reactivestreams.client.MongoCollection
import org.bson.Document

/** Documents that each belong to a user, and of which a user may have a limited number. */
private[database] object OfUser:
  val User = "user"
  val At = "at"
  private val Id = "_id"
  // in one step; the next one removes the rest
  private val MaxRemoved = 100

  /** Removes a user's oldest documents beyond `count`, of which `newest` is one. */
  def keepNewest(
      operations: Operations,
      collection: MongoCollection[Document],
      user: String,
      newest: String,
      count: Int
  )(using ExecutionContext): Future[Unit] =
    val others = Document(User, user).append(Id, Document("$ne", newest))
    val beyond = collection.find(others).sort(descending(At)).skip(count - 1).limit(MaxRemoved)
    operations.all(beyond.projection(include(Id))).flatMap: documents =>
      if documents.isEmpty then Future.unit
      else
        val ids = documents.map(_.getString(Id)).asJava
        operations.done(collection.deleteMany(Document(Id, Document("$in", ids))))
end OfUser
