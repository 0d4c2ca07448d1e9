package eddy.push.redis.internal

import java.nio.charset.StandardCharsets.UTF_8
import java.util.concurrent.ConcurrentHashMap
import java.util.concurrent.atomic.AtomicBoolean
import scala.concurrent.ExecutionContext.parasitic
import scala.concurrent.{Future, Promise}
import scala.jdk.FutureConverters.*

import io.lettuce.core.{RedisChannelHandler, RedisConnectionStateListener, ScriptOutputType}

/** The connections to one server, however many channels there are: one to publish on, one to read on, so that
  * large answers do not keep acknowledgements waiting, and one that listens. They live and end together, and
  * are not opened again: there is another link then.
  *
  * @param server where it goes to, as `host:port`
  * @param life the replication id of the server: it changes when it may have lost something
  * @param onEnd called once
  */
private[redis] final class Link(
    val server: String,
    val life: Array[Byte],
    publishing: Client.Connection,
    reading: Client.Connection,
    listening: Client.PubSub,
    incoming: Incoming,
    onEnd: (Link, String) => Unit
):
  private val ended = AtomicBoolean(false)
  private val allClosed = Promise[Unit]()
  // how many answers to subscribing are still to come, by name
  private val asked = ConcurrentHashMap[String, Integer]()

  def isAlive: Boolean = !ended.get

  /** Done when its connections are closed. */
  def closed: Future[Unit] = allClosed.future

  /** Begins to listen. Once, before everything else. */
  def start(): Unit =
    val watch = new RedisConnectionStateListener:
      override def onRedisDisconnected(connection: RedisChannelHandler[?, ?]): Unit =
        end("the connection was closed")
    Seq(publishing, reading, listening).foreach(_.addListener(watch))
    listening.addListener(new Listener(this, incoming))
    reading.addListener(message => Invalidation.keys(message).foreach(incoming.changed(this, _)))
    // it may have ended before the watch was there
    if !Seq(publishing, reading, listening).forall(_.isOpen) then end("the connection was closed")

  /** Runs a script that publishes or changes. `keys` lie in one slot. */
  def write(
      script: Script,
      keys: Array[String],
      values: Array[Array[Byte]],
      asking: Boolean
  ): Future[Link.Answer] =
    run(publishing, script, keys, values, asking)

  /** Runs a script that may answer much. */
  def read(
      script: Script,
      keys: Array[String],
      values: Array[Array[Byte]],
      asking: Boolean
  ): Future[Link.Answer] =
    run(reading, script, keys, values, asking)

  /** Answered by [[Incoming.subscribed]] or [[Incoming.refused]]. */
  def subscribe(name: String, how: Listening): Unit =
    asked.merge(name, 1, (a, b) => a + b)
    val commands = listening.async
    val future = how match
      case Listening.Channel => commands.subscribe(name)
      case Listening.Shard => commands.ssubscribe(name)
      case Listening.Glob => commands.psubscribe(name)
    val _ = future.whenComplete: (_, failure) =>
      if failure != null && settled(name) then incoming.refused(this, name, failure)

  def unsubscribe(name: String, how: Listening): Future[Unit] =
    val commands = listening.async
    val future = how match
      case Listening.Channel => commands.unsubscribe(name)
      case Listening.Shard => commands.sunsubscribe(name)
      case Listening.Glob => commands.punsubscribe(name)
    future.asScala.map(_ => ())(using parasitic)

  /** One answer to subscribing has come; whether it was the last that was to come for this name. */
  private[internal] def settled(name: String): Boolean =
    asked.compute(name, (_, n) => if n == null || n <= 1 then null else n - 1) == null

  /** Asks whether all connections live; ends the link when one does not. */
  def beat(): Unit =
    Seq(publishing.async.ping, reading.async.ping, listening.async.ping).foreach: pong =>
      val _ = pong.whenComplete: (_, failure) =>
        if failure != null then end(s"no answer to a PING: ${RedisError.text(failure)}")

  /** Closes everything; commands under way fail. */
  def end(cause: String): Unit =
    if ended.compareAndSet(false, true) then
      val closing = Seq(publishing, reading, listening).map(_.closeAsync().asScala)
      allClosed.completeWith(Future.foldLeft(closing)(())((_, _) => ())(using parasitic))
      onEnd(this, cause)

  private def run(
      on: Client.Connection,
      script: Script,
      keys: Array[String],
      values: Array[Array[Byte]],
      asking: Boolean
  ): Future[Link.Answer] =
    val promise = Promise[Link.Answer]()
    def once() =
      // a command of another channel may slip in between and take the mark: this one is then sent back and
      // tried again
      if asking then on.async.asking(): Unit
      on.async.evalsha[Link.Answer](script.sha, ScriptOutputType.MULTI, keys, values*)
    val _ = once().whenComplete: (answer, failure) =>
      if failure == null then promise.success(answer)
      else
        RedisError.code(failure) match
          case "NOSCRIPT" =>
            val again = on.async.scriptLoad(script.text).thenCompose(_ => once())
            promise.completeWith(again.asScala)
          case "READONLY" =>
            promise.failure(failure)
            end("it is a replica now")
          case _ => promise.failure(failure)
    promise.future
  end run
end Link

private[redis] object Link:
  type Answer = java.util.List[AnyRef]

  def text(value: AnyRef): String = value match
    case bytes: Array[Byte] => String(bytes, UTF_8)
    case other => other.toString
end Link

/** Kinds of subscription to Redis. */
private[redis] enum Listening derives CanEqual:
  case Channel, Shard, Glob
