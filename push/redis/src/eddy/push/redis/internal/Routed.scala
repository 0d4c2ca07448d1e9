package eddy.push.redis.internal

import eddy.push.redis.RedisConfig
import eddy.runtime.Engine

import java.nio.charset.StandardCharsets.UTF_8
import scala.concurrent.ExecutionContext.parasitic
import scala.concurrent.duration.DurationInt
import scala.concurrent.{Future, Promise}
import scala.util.{Failure, Success}

/** Runs scripts with the server that has the channel, also while slots move between servers: then a command
  * may come there later than others that were sent after it.
  */
private[redis] final class Routed(config: RedisConfig, servers: Servers, engine: Engine):
  import Routed.*

  /** @param doing as in `publish to news`, for messages
    * @param more the values after the first three, which all scripts have in common
    */
  def run(
      kind: Kind,
      script: Script,
      slot: Int,
      doing: => String,
      keys: Array[String],
      more: Array[Array[Byte]]
  ): Future[Link.Answer] =
    val link = servers.routes.of(slot)
    if link == null then Future.failed(servers.away(doing))
    else
      val promise = Promise[Link.Answer]()
      val until = engine.nanoTime + config.answerWithin.toNanos
      def attempt(link: Link, asking: Boolean): Unit =
        val values = Array(link.life, durable, kept) ++ more
        val answer = kind match
          case Kind.Write => link.write(script, keys, values, asking)
          case Kind.Read => link.read(script, keys, values, asking)
        answer.onComplete {
          case Success(result) => promise.success(result)
          case Failure(failure) if engine.nanoTime < until && redirected(link, failure) => ()
          case Failure(failure) => promise.failure(RedisError.explained(doing, link.server, failure))
        }(using parasitic)
      def redirected(from: Link, failure: Throwable): Boolean = RedisError.code(failure) match
        case "MOVED" =>
          servers.refresh()
          servers.routes.at(RedisError.target(failure, from.server)) match
            case Some(link) if link ne from => attempt(link, asking = false)
            case _ => later()
          true
        case "ASK" =>
          servers.routes.at(RedisError.target(failure, from.server)).fold(later())(attempt(_, asking = true))
          true
        case "TRYAGAIN" =>
          later()
          true
        case _ => false
      def later(): Unit =
        val _ = engine.after(Pause): () =>
          val now = servers.routes.of(slot)
          if now == null then promise.failure(servers.away(doing)) else attempt(now, asking = false)
      attempt(link, asking = false)
      promise.future
    end if
  end run

  private val durable = (if config.durable then "1" else "0").getBytes(UTF_8)
  private val kept = config.positionsKept.toMillis.toString.getBytes(UTF_8)
end Routed

private[redis] object Routed:
  /** Which of a link's connections. */
  enum Kind derives CanEqual:
    case Write, Read

  private val Pause = 50.millis
end Routed
