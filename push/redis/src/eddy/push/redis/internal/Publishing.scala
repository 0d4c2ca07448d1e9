package eddy.push.redis.internal

import eddy.push.internal.MessageCodec
import eddy.push.redis.RedisConfig
import eddy.push.{MediatorException, Message, Position, Published, Retention}

import java.nio.charset.StandardCharsets.UTF_8
import java.util.concurrent.atomic.{AtomicInteger, AtomicLong}
import scala.concurrent.ExecutionContext.parasitic
import scala.concurrent.Future

/** Sends publications to Redis, each without waiting for the ones before it, as many as may be under way. Those to one channel from one
  * thread get there in order.
  */
private[redis] final class Publishing(config: RedisConfig, names: Names, routed: Routed):
  private val waiting = AtomicInteger()
  private val waitingBytes = AtomicLong()
  private val how =
    val word = if !config.site.isCluster then "one" else if config.clusterPatterns then "both" else "shard"
    word.getBytes(UTF_8)

  def publish(channel: String, message: Message, retention: Retention): Future[Published] =
    val body = MessageCodec.encode(message)
    if !take(body.length) then
      Future.failed(MediatorException(
        s"cannot publish to $channel: ${waiting.get} publications of ${waitingBytes.get} bytes wait for Redis to answer, the bounds are " +
          s"maxUnanswered = ${config.maxUnanswered} and maxUnansweredBytes = ${config.maxUnansweredBytes}: publish slower"
      ))
    else
      val sent = routed.run(
        Routed.Kind.Write,
        Script.Publish,
        names.slot(channel),
        s"publish to $channel",
        keys(channel, message),
        values(names.pubSub(channel), body, retention)
      )
      sent.transform { answer =>
        give(body.length)
        answer.map(published)
      }(using parasitic)
  end publish

  private def keys(channel: String, message: Message): Array[String] = message.key match
    case Some(key) => Array(names.stream(channel), names.meta(channel), names.key(channel, key))
    case None => Array(names.stream(channel), names.meta(channel))

  private def values(pubSub: String, body: Array[Byte], retention: Retention): Array[Array[Byte]] = Array(
    pubSub.getBytes(UTF_8),
    body,
    number(retention.size),
    number(retention.age.toMillis),
    number(retention.keys.toMillis),
    how
  )

  private def number(n: Long) = math.max(n, if n == 0 then 0 else 1).toString.getBytes(UTF_8)

  private def published(answer: Link.Answer): Published =
    val offset = answer.get(1).asInstanceOf[java.lang.Long].longValue
    val position = Option.when(offset > 0)(Position(offset, Link.text(answer.get(2))))
    Published(position, duplicate = answer.get(0).asInstanceOf[java.lang.Long] == 1L)

  // counted first and taken back when it was too much: two callers may both be refused where one would have had room
  private def take(bytes: Int): Boolean =
    val messages = waiting.incrementAndGet()
    val fits = waitingBytes.addAndGet(bytes) <= config.maxUnansweredBytes && messages <= config.maxUnanswered
    if !fits then give(bytes)
    fits

  private def give(bytes: Int): Unit =
    val _ = waiting.decrementAndGet()
    val _ = waitingBytes.addAndGet(-bytes)
end Publishing
