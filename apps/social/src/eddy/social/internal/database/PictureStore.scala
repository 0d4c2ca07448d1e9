package eddy.social.internal.database

import java.util.Date
import scala.concurrent.{ExecutionContext, Future}
import scala.jdk.CollectionConverters.*

import com.mongodb.client.model.Projections.include
import com.mongodb.client.model.Sorts.ascending
import com.mongodb.client.model.Updates.{combine, inc, set}
import com.mongodb.client.model.{FindOneAndUpdateOptions, ReturnDocument}
import org.bson.Document

/** The pictures. The row decides whether there is a picture: files without one are not served. */
private[social] final class PictureStore(database: Database, schema: Schema)(using ExecutionContext):
  import PictureStore.*

  private val pictures = database.collection(Collection)
  private val operations = database.operations

  def add(picture: StoredPicture): Future[Unit] =
    schema.ready.flatMap(_ => operations.done(pictures.insertOne(document(picture))))

  def find(id: String): Future[Option[StoredPicture]] =
    operations.first(pictures.find(Document(Id, id)).limit(1)).map(_.map(picture))

  /** Adds to the counter of likes. None if the picture does not exist. */
  def addLikes(id: String, number: Long): Future[Option[StoredPicture]] =
    val after = FindOneAndUpdateOptions().returnDocument(ReturnDocument.AFTER)
    val change = combine(inc(Likes, number), inc(Rev, 1L))
    operations.first(pictures.findOneAndUpdate(Document(Id, id), change, after)).map(_.map(picture))

  /** Sets the counter of likes. False if it was changed since it had that `rev`. */
  def setLikes(id: String, number: Long, rev: Long): Future[Boolean] =
    val unchanged = Document(Id, id).append(Rev, rev)
    operations.first(pictures.updateOne(unchanged, combine(set(Likes, number), inc(Rev, 1L))))
      .map(_.exists(_.getMatchedCount == 1))

  /** Removes a picture of this author. False if no such picture exists. */
  def remove(id: String, author: String): Future[Boolean] =
    operations.first(pictures.deleteOne(Document(Id, id).append(Author, author)))
      .map(_.exists(_.getDeletedCount == 1))

  /** Those of these ids that exist. */
  def existing(ids: Seq[String]): Future[Set[String]] =
    val found = pictures.find(Document(Id, Document("$in", ids.asJava))).projection(include(Id))
    operations.all(found).map(_.map(_.getString(Id)).toSet)

  /** The next ids behind `last`, in their order. */
  def idsAfter(last: String, limit: Int): Future[Vector[String]] =
    val rest = pictures.find(Document(Id, Document("$gt", last))).sort(ascending(Id)).limit(limit)
    operations.all(rest.projection(include(Id))).map(_.map(_.getString(Id)))

  /** The id of this database, by which the folder of the files is known to be its own. It is `proposed` if
    * it had none.
    */
  def owner(proposed: String): Future[String] =
    val own = database.collection(Owners)
    def find() = operations.first(own.find(Document(Id, Collection)).limit(1)).map(_.map(_.getString(Owner)))
    find().flatMap:
      case Some(owner) => Future.successful(owner)
      case None =>
        operations.done(own.insertOne(Document(Id, Collection).append(Owner, proposed)))
          .recover { case _: DuplicateKeyFailure => () }
          .flatMap(_ => find())
          .map(_.getOrElse(throw DatabaseUnavailable("the id of the database was removed")))

  private def document(picture: StoredPicture): Document =
    Document(Id, picture.id)
      .append(Author, picture.author)
      .append(Name, picture.name)
      .append(Width, picture.width)
      .append(Height, picture.height)
      .append(At, Date.from(picture.at))
      .append(Likes, picture.likes)
      .append(Rev, picture.rev)

  private def picture(fields: Document): StoredPicture =
    StoredPicture(
      fields.getString(Id),
      fields.getString(Author),
      fields.getString(Name),
      fields.getInteger(Width),
      fields.getInteger(Height),
      fields.getDate(At).toInstant,
      fields.get(Likes, classOf[Number]).longValue,
      fields.get(Rev, classOf[Number]).longValue
    )
end PictureStore

private[social] object PictureStore:
  val Collection = "pictures"
  private val Id = "_id"
  private val Author = "author"
  private val Name = "name"
  private val Width = "width"
  private val Height = "height"
  private val At = "at"
  private val Likes = "likes"
  private val Rev = "rev"
  private val Owners = "owners"
  private val Owner = "owner"
