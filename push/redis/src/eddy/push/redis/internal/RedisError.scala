package eddy.push.redis.internal

import eddy.push.MediatorException

import java.util.concurrent.CompletionException

import io.lettuce.core.{RedisCommandExecutionException, RedisCommandTimeoutException}

/** What Redis or Lettuce say when something went wrong. */
private[redis] object RedisError:
  /** The first word of what Redis answered, as in `MOVED`; empty when it did not answer. */
  def code(failure: Throwable): String = answer(failure).takeWhile(_ != ' ')

  /** The server that `MOVED 1234 host:port` and `ASK 1234 host:port` name. The host is left out where it is
    * the one by which the server is known that said so.
    * @param by that server, as `host:port`
    */
  def target(failure: Throwable, by: String): String =
    val named = answer(failure).split(' ').lift(2).getOrElse("")
    if named.startsWith(":") then by.substring(0, by.lastIndexOf(':')) + named else named

  def text(failure: Throwable): String =
    val known = plain(failure)
    val cause = known.getCause
    val message = Option(known.getMessage).getOrElse(known.getClass.getSimpleName)
    if cause == null || cause.getMessage == null || message.contains(cause.getMessage) then message
    else s"$message: ${cause.getMessage}"

  /** @param doing as in `publish to news` */
  def explained(doing: String, server: String, failure: Throwable): MediatorException = plain(failure) match
    case known: MediatorException => known
    case late: RedisCommandTimeoutException =>
      MediatorException(
        s"cannot $doing: no answer from Redis at $server in time; it may have been done or not",
        late
      )
    case answered: RedisCommandExecutionException =>
      MediatorException(
        s"cannot $doing: Redis at $server refused: ${text(answered)}${remedy(code(answered))}",
        answered
      )
    case broken =>
      MediatorException(
        s"cannot $doing: the connection to Redis at $server broke before it answered, it may have been done or not: ${text(broken)}",
        broken
      )

  // also within what Lettuce says when it cannot connect
  private def answer(failure: Throwable): String =
    Iterator.iterate[Throwable | Null](
      failure
    )(f => if f == null then null else f.getCause).take(8).collectFirst {
      case answered: RedisCommandExecutionException => Option(answered.getMessage).getOrElse("")
    }.getOrElse("")

  private def remedy(code: String) = code match
    case "OOM" => " (raise its maxmemory, or shorten the histories)"
    case "NOPERM" =>
      " (allow this user evalsha, script, info, subscribe, publish and the keys with Eddy's prefix)"
    case "CLUSTERDOWN" => " (a master is missing and no replica has taken over yet)"
    case "NOREPLICAS" => " (fewer replicas than min-replicas-to-write are connected)"
    case _ => ""

  private def plain(failure: Throwable): Throwable = failure match
    case wrapper: CompletionException if wrapper.getCause != null => plain(wrapper.getCause.nn)
    case other => other
end RedisError
