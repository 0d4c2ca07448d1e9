package eddy.social.internal

import eddy.push.Channels
import eddy.social.SocialConfig
import eddy.social.internal.Wire.given
import eddy.social.internal.database.{LikeStore, PictureStore, StoredPicture}
import eddy.web.{Csrf, RateLimit, Request, Response, Routes, SendResult, WebSocket}

import java.time.InstantSource
import java.util.concurrent.atomic.AtomicBoolean
import scala.concurrent.duration.DurationInt
import scala.concurrent.{ExecutionContext, Future}
import scala.util.{Failure, Success}

import com.github.plokhotnyuk.jsoniter_scala.core.writeToString

/** Liking, the likes of a picture, and their live feed at the same path. */
private[social] final class LikeRoutes(
    config: SocialConfig,
    signedIn: SignedIn,
    likes: Likes,
    store: LikeStore,
    pictures: PictureStore,
    channels: Option[Channels],
    watchers: PictureWatchers,
    clock: InstantSource
)(using ExecutionContext):
  import LikeRoutes.*

  private val ofUser = RateLimit(config.likesPerMinute, per = 1.minute, name = "likes")

  def routes: Routes =
    val all = Routes.put("/picture/:id/like")(like).delete("/picture/:id/like")(unlike).through(Csrf())
      .get("/picture/:id/likes")(list)
    channels.fold(all)(channels => all.webSocket("/picture/:id/likes")(watch(channels, _)))

  private def like(request: Request, response: Response): Unit = set(request, response, isOn = true)
  private def unlike(request: Request, response: Response): Unit = set(request, response, isOn = false)

  private def set(request: Request, response: Response, isOn: Boolean): Unit =
    val id = request.path("id")
    val result = signedIn.session(request).flatMap: by =>
      ofUser.take(by.user) match
        case Some(wait) => Future.failed(Refusal(Problem.tooOften(wait)))
        case None => likes.set(id, by, isOn)
    Answers.complete(response, result): liked =>
      response.status(if isOn && liked.isNew then 201 else 200).json(Wire.Liked(isOn, liked.likes))

  private def list(request: Request, response: Response): Unit =
    val id = request.path("id")
    val found = pictures.find(id).zip(store.newest(id, MaxListed))
    Answers.complete(response, found): (picture, names) =>
      picture match
        case Some(picture) =>
          response.header("Cache-Control", "no-cache").json(Wire.Likes(picture.likes, picture.rev, names))
        case None => Answers.send(response, Problem(404, "There is no such picture."))

  /** Sends the state, and events from then on. An event may come ahead of the state, and some may be missing
    * for a slow client: the greatest `rev` has the count.
    */
  private def watch(channels: Channels, socket: WebSocket): Unit =
    val id = socket.request.path("id")
    val isBehind = new AtomicBoolean
    val subscription = new OpenSubscription
    socket.onDrain(() => if isBehind.getAndSet(false) then sendState(socket, id))
    socket.onClose: (_, _) =>
      watchers.remove(id, socket)
      subscription.close()
    watchers.add(id, socket)
    pictures.find(id).onComplete:
      case Success(Some(_)) =>
        val begun = channels.subscribe(LikeFeed.channel(id)): publication =>
          if socket.send(publication.message.data.toString) == SendResult.Full then isBehind.set(true)
        begun.onComplete:
          case Success(made) =>
            subscription.set(made)
            made.ended.foreach(_ => socket.close(TryAgainLater, "the feed has ended"))
            sendState(socket, id)
          case Failure(_) => socket.close(TryAgainLater, "the feed cannot be had now")
      case Success(None) => socket.close(PictureWatchers.NoPicture, "there is no such picture")
      case Failure(_) => socket.close(TryAgainLater, "the database does not answer")
  end watch

  private def sendState(socket: WebSocket, id: String): Unit = pictures.find(id).foreach:
    case Some(picture) => socket.send(writeToString(state(picture))): Unit
    case None => socket.close(PictureWatchers.NoPicture, "there is no such picture")

  private def state(picture: StoredPicture) =
    Wire.LikeEvent("state", None, picture.id, picture.likes, picture.rev, clock.millis)
end LikeRoutes

private[social] object LikeRoutes:
  private val MaxListed = 40
  // of WebSockets
  private val TryAgainLater = 1013
