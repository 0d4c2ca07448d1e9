package eddy.social.internal

import eddy.social.SocialConfig
import eddy.social.internal.database.{LikeStore, PictureStore, StoredPicture, StoredSession}
import eddy.social.internal.images.{Imager, PictureFiles}
import eddy.state.Pure
import eddy.web.RequestBody

import java.nio.file.{Files, Path}
import java.time.InstantSource
import scala.concurrent.{ExecutionContext, Future}
import scala.util.{Success, Try}

import io.micrometer.core.instrument.binder.MeterBinder
import io.micrometer.core.instrument.{Gauge, MeterRegistry}

/** Makes pictures of the files that clients send. The sizes are on the disk before the database has the row.
  * Handlers need no lock for it: its parts are immutable, or have locks of their own.
  */
@Pure
private[social] final class Uploads(
    config: SocialConfig,
    imager: Imager,
    files: PictureFiles,
    pictures: PictureStore,
    likes: LikeStore,
    pools: Pools,
    ids: Ids,
    clock: InstantSource
)(using ExecutionContext)
    extends MeterBinder:

  private val maxBytesOfUser = math.max(config.maxPictureBytes.toLong, config.maxUploadBytes / Uploads.Users)
  private[social] val budget = new UploadBudget(config.maxUploadBytes, maxBytesOfUser)

  /** Whether a picture would be rejected now. */
  def isFull: Boolean = pools.images.isFull

  /** Saves the body, and makes the picture. Fails with a [[Refusal]] for a file that is no permitted picture,
    * and, before it reads the body, while too much is being sent.
    */
  def receive(author: StoredSession, body: RequestBody): Future[StoredPicture] =
    val bytes = body.length.getOrElse(config.maxPictureBytes.toLong)
    if !budget.reserve(author.user, bytes) then Future.failed(Refusal(Uploads.tooMuch))
    else
      val file = files.incoming(ids.next())
      Future.fromTry(Try(body.saveTo(file))).flatten.flatMap(_ => add(author, file))
        .andThen(_ => budget.release(author.user, bytes))

  /** Makes the picture, and deletes the file. */
  private def add(author: StoredSession, file: Path): Future[StoredPicture] =
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

  /** False if the user has no such picture. What stays of it is swept later, if this process dies. */
  def remove(id: String, user: String): Future[Boolean] =
    pictures.remove(id, user).andThen:
      case Success(true) =>
        likes.removeAll(id): Unit
        pools.files.call(files.remove(id)): Unit

  def bindTo(registry: MeterRegistry): Unit =
    Gauge.builder("eddy.social.uploads.bytes", budget, (b: UploadBudget) => b.reserved.toDouble)
      .description("bytes of uploads that are under way").baseUnit("bytes").register(registry): Unit
end Uploads

private[social] object Uploads:
  // who fill the budget, at the least
  private val Users = 4

  private def tooMuch = Problem.busy("Too many pictures are being sent. Try again soon.")

  private def problem(rejected: Imager.Rejected): Problem = rejected match
    case Imager.Rejected.UnknownKind => Problem(415, "The content must be a JPEG, PNG or GIF picture.")
    case Imager.Rejected.Broken => Problem(422, "The picture cannot be read.")
    case Imager.Rejected.Late => Problem(422, "The picture takes too long to read.")
    case Imager.Rejected.TooManyParts => Problem(422, "The picture has too many segments, chunks or scans.")
    case Imager.Rejected.TooMuchMemory => Problem(422, "The picture needs too much memory to read.")
    case Imager.Rejected.TooLarge(width, height) =>
      Problem(422, s"The picture has $width x $height pixels: too many.")
