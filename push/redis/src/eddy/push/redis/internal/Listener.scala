package eddy.push.redis.internal

import java.nio.ByteBuffer
import java.nio.charset.StandardCharsets.UTF_8
import scala.jdk.CollectionConverters.*

import io.lettuce.core.api.push.PushMessage
import io.lettuce.core.pubsub.RedisPubSubAdapter

/** Passes on what Pub/Sub brings over one link. */
private[redis] final class Listener(link: Link, incoming: Incoming)
    extends RedisPubSubAdapter[String, Array[Byte]]:
  override def message(channel: String, body: Array[Byte]): Unit = incoming.arrived(link, channel, body)
  override def smessage(channel: String, body: Array[Byte]): Unit = incoming.arrived(link, channel, body)
  override def message(pattern: String, channel: String, body: Array[Byte]): Unit =
    incoming.arrivedFor(link, pattern, channel, body)

  override def subscribed(channel: String, count: Long): Unit = confirmed(channel)
  override def ssubscribed(channel: String, count: Long): Unit = confirmed(channel)
  override def psubscribed(pattern: String, count: Long): Unit = confirmed(pattern)

  // also called without a request, when the slot has moved
  override def sunsubscribed(channel: String, count: Long): Unit = incoming.ended(link, channel)

  private def confirmed(name: String): Unit = if link.settled(name) then incoming.subscribed(link, name)
end Listener

/** What Redis says when something changes that was read with tracking on: `invalidate` and the keys, or null
  * for all of them.
  */
private[redis] object Invalidation:
  def keys(message: PushMessage): Seq[String | Null] =
    if message.getType != "invalidate" then Nil
    else
      message.getContent(text(_)).asScala.lift(1) match
        case Some(keys: java.util.List[?]) => keys.asScala.toVector.map(_.toString)
        case _ => Seq(null)

  private def text(bytes: ByteBuffer): AnyRef = UTF_8.decode(bytes).toString
end Invalidation
