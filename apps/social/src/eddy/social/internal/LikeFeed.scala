package eddy.social.internal

import eddy.push.{Channels, Json, PublishOptions}
import eddy.social.internal.Wire.given

import java.lang.System.Logger.Level.WARNING
import scala.concurrent.{ExecutionContext, Future}

/** The live feed of likes. The channel of a picture's likes has the name of their path. */
private[social] final class LikeFeed(channels: Option[Channels])(using ExecutionContext):
  /** Tells all nodes. A failure costs the event only: each event carries the count. */
  def publish(event: Wire.LikeEvent): Future[Unit] = channels.fold(Future.unit): channels =>
    val key = s"${event.picture}/${event.rev}"
    channels.publish(LikeFeed.channel(event.picture), Json.of(event), PublishOptions(Some(key)))
      .map(_ => ()).recover:
        case failure =>
          LikeFeed.log.log(WARNING, s"an event of ${event.picture} was not published: $failure")

private[social] object LikeFeed:
  private val log = System.getLogger("eddy.social")

  def channel(picture: String): String = s"/picture/$picture/likes"
