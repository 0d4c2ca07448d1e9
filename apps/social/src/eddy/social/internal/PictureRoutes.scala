package eddy.social.internal

import eddy.social.SocialConfig
import eddy.social.internal.Wire.given
import eddy.social.internal.database.{PictureStore, StoredPicture}
import eddy.social.internal.images.{ImageSize, PictureFiles}
import eddy.web.{Body, Csrf, Peer, RateLimit, Request, Response, Routes}

import java.nio.file.NoSuchFileException
import scala.concurrent.duration.DurationInt
import scala.concurrent.{ExecutionContext, Future}

private[social] final class PictureRoutes(
    config: SocialConfig,
    signedIn: SignedIn,
    uploads: Uploads,
    pictures: PictureStore,
    files: PictureFiles
)(using ExecutionContext):
  import PictureRoutes.*

  def routes: Routes =
    val limit = RateLimit.by(config.uploadsPerHour, per = 1.hour, name = "uploads")(uploader)
    Routes.post("/picture", Body.Streamed(config.maxPictureBytes.toLong))(upload).through(Csrf(), limit)
      .get("/picture/:id")(show).get("/picture/:id/image/:size")(image)

  /** Rejects before the body is read where that is known. */
  private def upload(request: Request, response: Response): Unit =
    if uploads.isFull then Answers.send(response, Problem.busy("Too many pictures wait. Try again soon."))
    else
      Answers.complete(response, signedIn.session(request)): author =>
        val file = uploads.incoming()
        val made = request.body.saveTo(file).flatMap(_ => uploads.add(author, file))
        Answers.complete(response, made): picture =>
          response.status(201).header("Location", s"picture/${picture.id}").json(shown(picture, "picture/"))

  private def show(request: Request, response: Response): Unit =
    Answers.complete(response, pictures.find(request.path("id"))):
      case Some(picture) => response.header("Cache-Control", "no-cache").json(shown(picture, ""))
      case None => Answers.send(response, missing)

  private def image(request: Request, response: Response): Unit =
    val (id, word) = (request.path("id"), request.path("size"))
    ImageSize.values.find(_.word == word) match
      case None => Answers.send(response, missing)
      case Some(size) =>
        val tag = s"\"$id-$word\""
        val isKnown = request.header("If-None-Match").exists(_.contains(tag))
        // the row decides, for each request
        val content = pictures.find(id).flatMap:
          case None => Future.successful(None)
          case Some(_) if isKnown => Future.successful(Some(Array.emptyByteArray))
          case Some(_) => files.read(id, size).map(Some(_)).recover { case _: NoSuchFileException => None }
        Answers.complete(response, content):
          case None => Answers.send(response, missing)
          case Some(bytes) =>
            val _ = response.header("ETag", tag).header("Cache-Control", "no-cache")
              .header("X-Content-Type-Options", "nosniff")
              .header("Content-Security-Policy", "default-src 'none'; sandbox")
            if isKnown then response.status(304).empty() else response.bytes("image/jpeg", bytes)

  /** @param base ahead of the id, in addresses relative to that of the request */
  private def shown(picture: StoredPicture, base: String) =
    val images = ImageSize.values.map(size => size.word -> s"$base${picture.id}/image/${size.word}").toMap
    Wire.Picture(picture.id, picture.name, picture.width, picture.height, picture.at.toEpochMilli, images)

  private def missing = Problem(404, "There is no such picture.")
end PictureRoutes

private[social] object PictureRoutes:
  /** Whose uploads are counted. */
  private def uploader(request: Request): String =
    SessionCookie.of(request).fold(s"${Peer.of(request).address}")(SessionTokens.idOf)
