package eddy.push.redis.internal

import eddy.push.redis.RedisConfig
import eddy.push.{Delivery, MediatorException}

import java.nio.charset.StandardCharsets.US_ASCII
import scala.concurrent.ExecutionContext.parasitic
import scala.concurrent.{ExecutionContext, Future}
import scala.jdk.FutureConverters.*

import io.lettuce.core.api.StatefulConnection
import io.lettuce.core.{RedisURI, TrackingArgs}

/** Makes links: connects, checks that a master of a version that will do answers, and brings the scripts
  * there.
  */
private[redis] final class Opening(client: Client, config: RedisConfig):
  private given ExecutionContext = parasitic

  /** The link has yet to be started. */
  def open(server: String, uri: RedisURI, incoming: Incoming, onEnd: (Link, String) => Unit): Future[Link] =
    var opened = List.empty[StatefulConnection[?, ?]]
    def kept[C <: StatefulConnection[?, ?]](connection: C): C =
      opened = connection :: opened
      connection
    val link =
      for
        publishing <- client.connect(uri).map(kept)
        life <- publishing.async.info("replication").asScala.map(masterLife(server, _))
        _ <- publishing.async.info("server").asScala.map(checkVersion(server, _))
        _ <- Future.traverse(Script.all)(script => publishing.async.scriptLoad(script.text).asScala)
        reading <- client.connect(uri).map(kept)
        _ <- if config.delivery == Delivery.Pull then track(reading) else Future.unit
        listening <- client.connectPubSub(uri).map(kept)
      yield Link(server, life.getBytes(US_ASCII), publishing, reading, listening, incoming, onEnd)
    link.onComplete(made => if made.isFailure then opened.foreach(_.closeAsync()))
    link

  // one notification when a key changes that was read; none for changes by this connection
  private def track(reading: Client.Connection): Future[Unit] =
    reading.async.clientTracking(TrackingArgs.Builder.enabled.noloop).asScala.map(_ => ())

  private def masterLife(server: String, info: String): String =
    if field(info, "role") != "master" then
      throw MediatorException(s"Redis at $server is a replica and no master")
    field(info, "master_replid")

  private def checkVersion(server: String, info: String): Unit =
    val version = field(info, "redis_version")
    if version.takeWhile(_.isDigit).toIntOption.forall(_ < 7) then
      throw MediatorException(s"Redis at $server has version $version: version 7.0 or later is needed")

  private def field(info: String, name: String): String =
    info.linesIterator.find(_.startsWith(s"$name:")).fold("")(_.drop(name.length + 1).trim)
end Opening
