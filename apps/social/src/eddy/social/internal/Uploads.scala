package eddy.social.internal

import eddy.social.internal.database.{PictureStore, StoredPicture, StoredSession}
import eddy.social.internal.images.{Imager, PictureFiles}

import java.nio.file.{Files, Path}
import java.time.InstantSource
import scala.concurrent.{ExecutionContext, Future}

/** Makes pictures of the files that clients send. The sizes are on the disk before the database has the row.
  */
private[social] final class Uploads(
    imager: Imager,
    files: PictureFiles,
    pictures: PictureStore,
    pools: Pools,
    ids: Ids,
    clock: InstantSource
)(using ExecutionContext):

  /** Whether a picture would be rejected now. */
  def isFull: Boolean = pools.images.isFull

  /** Where the file of a new picture goes. */
  def incoming(): Path = files.incoming(ids.next())

  /** Makes the picture, and deletes the file. Fails with a [[Refusal]] for a file that is no permitted
    * picture.
    */
  def add(author: StoredSession, file: Path): Future[StoredPicture] =
    val id = ids.next()
    val made = pools.images.call:
      imager.make(file).map: made =>
        files.write(id, made.sizes)
        made
    made.andThen(_ => Files.deleteIfExists(file): Unit).flatMap:
      case Left(rejected) => Future.failed(Refusal(Uploads.problem(rejected)))
      case Right(image) =>
        val picture = StoredPicture(id, author.user, author.name, image.width, image.height, clock.instant)
        pictures.add(picture).map(_ => picture)
end Uploads

private[social] object Uploads:
  private def problem(rejected: Imager.Rejected): Problem = rejected match
    case Imager.Rejected.UnknownKind => Problem(415, "The content must be a JPEG, PNG or GIF picture.")
    case Imager.Rejected.Broken => Problem(422, "The picture cannot be read.")
    case Imager.Rejected.Late => Problem(422, "The picture takes too long to read.")
    case Imager.Rejected.TooLarge(width, height) =>
      Problem(422, s"The picture has $width x $height pixels: too many.")
