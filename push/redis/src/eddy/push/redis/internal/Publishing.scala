package eddy.push.redis.internal

import eddy.push.internal.{MessageCodec, Outlet, Outlets}
import eddy.push.redis.RedisConfig
import eddy.push.{MediatorException, Message, Position, Published, Retention}
import eddy.runtime.Engine

import java.nio.charset.StandardCharsets.UTF_8
import java.util.concurrent.atomic.{AtomicInteger, AtomicLong}
import scala.concurrent.ExecutionContext.parasitic
import scala.concurrent.{ExecutionContext, Future, Promise}
import scala.util.{Failure, Success}

/** Sends publications to Redis, as many as may be under way. Those to one channel from one thread get there
  * in order; those that arrive for a channel while some are under way go together.
  */
private[redis] final class Publishing(config: RedisConfig, names: Names, routed: Routed, engine: Engine):
  private val unit = engine.unit()
  private val answers = ExecutionContext.fromExecutor(unit.submit(_))
  private val waiting = AtomicInteger()
  private val waitingBytes = AtomicLong()
  private val outlets =
    Outlets[Outgoing](Publishing.MostMessages, Publishing.MostBytes, send(_, _))(using answers)
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
      outlets.add(channel, one)
      one.answer.future.onComplete(_ => give(body.length))(using parasitic)
      one.answer.future
  end publish

  private def send(channel: String, all: Vector[Outgoing]): Future[Unit] =
    val keys = all.flatMap(_.key).map(names.key(channel, _))
    val sent = routed.run(
      Routed.Kind.Write,
      Script.Publish,
      names.slot(channel),
      s"publish to $channel",
      Array(names.stream(channel), names.meta(channel)) ++ keys,
      values(names.pubSub(channel), all) ++ all.map(_.body)
    )
    sent.transform { answer =>
      answer match
        case Success(answer) => settle(all, answer)
        case Failure(cause) => all.foreach(_.answer.failure(cause))
      Success(())
    }(using parasitic)
  end send

  private def values(pubSub: String, all: Vector[Outgoing]): Array[Array[Byte]] =
    val retention = all.head.retention
    Array(
      pubSub.getBytes(UTF_8),
      number(retention.size),
      number(retention.age.toMillis),
      number(retention.keys.toMillis),
      how,
      all.map(one => (if one.key.isEmpty then '0' else '1').toByte).toArray,
      number(retention.bytes)
    )

  private def number(n: Long) = math.max(n, if n == 0 then 0 else 1).toString.getBytes(UTF_8)

  // as publish.lua answers
  private def settle(all: Vector[Outgoing], answer: Link.Answer): Unit =
    def long(at: Int) = answer.get(at).asInstanceOf[java.lang.Long].longValue
    def position(offset: Long, epoch: Int) =
      Option.when(offset > 0)(Position(offset, Link.text(answer.get(epoch))))
    val first = position(long(0), 1)
    var (fresh, known) = (0, 2)
    for (one, i) <- all.zipWithIndex do
      val published =
        if known < answer.size && long(known) == i + 1 then
          known += 3
          Published(position(long(known - 2), known - 1), duplicate = true)
        else
          fresh += 1
          Published(first.map(p => p.copy(offset = p.offset + fresh - 1)))
      one.answer.success(published)

  // counted first and taken back when it was too much: two callers may both be refused where one would have
  // had room
  private def take(bytes: Int): Boolean =
    val messages = waiting.incrementAndGet()
    val fits = waitingBytes.addAndGet(bytes) <= config.maxUnansweredBytes && messages <= config.maxUnanswered
    if !fits then give(bytes)
    fits

  private def give(bytes: Int): Unit =
    val _ = waiting.decrementAndGet()
    val _ = waitingBytes.addAndGet(-bytes)
end Publishing

private[redis] object Publishing:
  /** Redis does nothing else while it works on them. */
  private final val MostMessages = 100
  private final val MostBytes = 256 * 1024

/** One publication on its way. */
private[redis] final class Outgoing(val key: Option[String], val body: Array[Byte], val retention: Retention)
    extends Outlet.Item[Outgoing]:
  def sizeBytes: Int = body.length
  def goesWith(first: Outgoing): Boolean = retention == first.retention
  def goesAlone: Boolean = false
  val answer: Promise[Published] = Promise()
