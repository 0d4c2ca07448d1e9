package eddy.push.redis

import eddy.actor.ActorSystem
import eddy.push.*
import eddy.testing.LogLines

import scala.concurrent.duration.DurationInt
import scala.util.Failure

/** Redis has no memory left, and refuses what needs more. */
class FullServerSuite extends RedisSuite("push-redis-full"):
  test("a publisher and the log learn that Redis is full, once a second at most"):
    given ActorSystem = actors
    val redis = server("--maxmemory", "8mb", "--maxmemory-policy", "noeviction")
    val kept = ChannelsConfig(namespaces = Vector(Namespace("news", history = 1000, historyTtl = 5.minutes)))
    val channels = Channels.start(kept, RedisMediator(config(redis.uri)))
    atEnd(await(channels.close()))
    await(channels.started)
    LogLines.of("eddy.push"): lines =>
      val text = Json(s"\"${"x" * 60_000}\"")
      val answers = Vector.fill(300)(channels.publish("news:a", text)).map(awaitTry(_))
      assert(answers.exists(_.isSuccess), answers.head)
      val refused = answers.collect { case Failure(cause) => cause.getMessage }
      assert(refused.nonEmpty)
      for text <- refused do assert(clue(text).contains("raise its maxmemory, or shorten the histories"))
      val line = lines.poll()
      assert(clue(line).nn.contains("publishing to news:a failed at mediator redis"))
      assert(line.nn.contains("raise its maxmemory"))
      assert(lines.size < refused.size / 2, lines.toString)
end FullServerSuite
