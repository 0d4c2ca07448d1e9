package eddy.social.internal.database

import java.util.Date
import scala.concurrent.{ExecutionContext, Future}

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

  private def document(picture: StoredPicture): Document =
    Document(Id, picture.id)
      .append(Author, picture.author)
      .append(Name, picture.name)
      .append(Width, picture.width)
      .append(Height, picture.height)
      .append(At, Date.from(picture.at))

  private def picture(fields: Document): StoredPicture =
    StoredPicture(
      fields.getString(Id),
      fields.getString(Author),
      fields.getString(Name),
      fields.getInteger(Width),
      fields.getInteger(Height),
      fields.getDate(At).toInstant
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
