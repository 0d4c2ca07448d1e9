package eddy.push.redis.internal

import eddy.push.internal.MessageCodec
import eddy.push.redis.RedisConfig
import eddy.push.{MediatorException, Message, Position, Published, Retention}
import eddy.runtime.Engine

import java.nio.charset.StandardCharsets.UTF_8
import java.util.concurrent.ConcurrentHashMap
import java.util.concurrent.atomic.{AtomicInteger, AtomicLong}
import scala.concurrent.ExecutionContext.parasitic
import scala.concurrent.{ExecutionContext, Future, Promise}
import scala.util.{Failure, Success}

/** Sends publications to Redis, as many as may be under way. Those to one channel from one thread get there in order; what comes for a
  * channel while some are under way goes together.
  */
private[redis] final class Publishing(config: RedisConfig, names: Names, routed: Routed, engine: Engine):
  private val unit = engine.unit()
  private val answers = ExecutionContext.fromExecutor(unit.submit(_))
  private val waiting = AtomicInteger()
  private val waitingBytes = AtomicLong()
  private val outlets = ConcurrentHashMap[String, Outlet]()
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
      val one = Outgoing(message.key, body, retention)
      while !outlets.computeIfAbsent(channel, newOutlet(_)).add(one) do ()
      one.answer.future.onComplete(_ => give(body.length))(using parasitic)
      one.answer.future
  end publish

  private def newOutlet(channel: String): Outlet =
    Outlet(send(channel, _), over => outlets.remove(channel, over): Unit)(using answers)

  private def send(channel: String, all: Vector[Outgoing]): Future[Unit] =
    val keys = all.flatMap(_.key).map(names.key(channel, _))
    val sent = routed.run(
      Routed.Kind.Write,
      Script.Publish,
      names.slot(channel),
      s"publish to $channel",
      Array(names.stream(channel), names.meta(channel)) ++ keys,
      values(names.pubSub(channel), all.head.retention) ++ all.flatMap(one => Seq(flag(one.key), one.body))
    )
    sent.transform { answer =>
      answer match
        case Success(answers) =>
          for (one, i) <- all.zipWithIndex do one.answer.success(published(answers, 3 * i))
        case Failure(cause) => all.foreach(_.answer.failure(cause))
      Success(())
    }(using parasitic)
  end send

  private def values(pubSub: String, retention: Retention): Array[Array[Byte]] = Array(
    pubSub.getBytes(UTF_8),
    number(retention.size),
    number(retention.age.toMillis),
    number(retention.keys.toMillis),
    how
  )

  private def flag(key: Option[String]) = (if key.isEmpty then "0" else "1").getBytes(UTF_8)

  private def number(n: Long) = math.max(n, if n == 0 then 0 else 1).toString.getBytes(UTF_8)

  private def published(answers: Link.Answer, at: Int): Published =
    val offset = answers.get(at + 1).asInstanceOf[java.lang.Long].longValue
    val position = Option.when(offset > 0)(Position(offset, Link.text(answers.get(at + 2))))
    Published(position, duplicate = answers.get(at).asInstanceOf[java.lang.Long] == 1L)

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

/** One publication on its way. */
private[redis] final class Outgoing(val key: Option[String], val body: Array[Byte], val retention: Retention):
  val answer: Promise[Published] = Promise()
