package libraries

import java.util.concurrent.CompletableFuture
import java.util.concurrent.TimeUnit.SECONDS

import io.lettuce.core.api.StatefulRedisConnection
import io.lettuce.core.protocol.ProtocolVersion
import io.lettuce.core.{ClientOptions, RedisClient, RedisURI}
import org.redisson.Redisson
import org.redisson.api.RedissonClient
import org.redisson.config.Config
import redis.clients.jedis.RedisClient as Jedis

object LettuceHandlers:
  private val connection: StatefulRedisConnection[String, String] =
    val client = RedisClient.create(RedisURI.create("127.0.0.1", PretendServer.redis().port))
    client.setOptions(
      ClientOptions.builder().protocolVersion(
        ProtocolVersion.RESP2
      ).pingBeforeActivateConnection(false).build()
    )
    client.connect()
  private val commands = connection.sync()
  private val async = connection.async()

  val sync: String => String = id =>
    val name = commands.get(s"name:$id")
    commands.set(s"seen:$id", Users.name(id))
    name

  val later: String => String = id =>
    val answer = new CompletableFuture[String]
    async.get(s"name:$id").thenAccept(name => answer.complete(s"$name ${Users.name(id)}"))
    answer.get(1, SECONDS)
end LettuceHandlers

object JedisHandlers:
  private val pool = Jedis.builder().hostAndPort("127.0.0.1", 1).build()

  val commands: String => String = id =>
    pool.set(s"seen:$id", Users.name(id))
    pool.get(s"name:$id")

object RedissonHandlers:
  private val redisson: RedissonClient =
    val config = new Config
    config.setLazyInitialization(true)
    config.useSingleServer().setAddress("redis://127.0.0.1:1")
    Redisson.create(config)

  val map: String => String = id =>
    redisson.getBucket[String](s"seen:$id").set(Users.name(id))
    redisson.getMap[String, String]("names").get(id)
