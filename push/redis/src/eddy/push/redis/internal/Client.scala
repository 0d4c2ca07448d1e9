package eddy.push.redis.internal

import eddy.push.redis.RedisConfig

import java.nio.file.{Files, Path}
import java.time.Duration
import java.util.concurrent.TimeUnit
import scala.concurrent.ExecutionContext.parasitic
import scala.concurrent.Future
import scala.concurrent.duration.FiniteDuration
import scala.jdk.FutureConverters.*

import io.lettuce.core.api.StatefulRedisConnection
import io.lettuce.core.codec.{ByteArrayCodec, RedisCodec, StringCodec}
import io.lettuce.core.protocol.ProtocolVersion
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection
import io.lettuce.core.sentinel.api.StatefulRedisSentinelConnection
import io.lettuce.core.{
  ClientOptions,
  MaintNotificationsConfig,
  RedisClient,
  RedisCredentials,
  RedisCredentialsProvider,
  RedisURI,
  SocketOptions,
  SslOptions,
  TimeoutOptions
}
import reactor.core.publisher.Mono

/** Lettuce, as Eddy wants it: it never reconnects and never sends a command twice, so that commands under way
  * when a connection ends have failed, and are not published later behind the caller's back.
  */
private[redis] final class Client(config: RedisConfig):
  import Client.*
  private val client = RedisClient.create()
  client.setOptions(options(config))

  def connect(uri: RedisURI): Future[Connection] = client.connectAsync(Codec, dressed(uri)).asScala

  def connectPubSub(uri: RedisURI): Future[PubSub] = client.connectPubSubAsync(Codec, dressed(uri)).asScala

  def connectSentinel(sentinel: RedisURI): Future[Sentinel] =
    client.connectSentinelAsync(StringCodec.UTF8, timed(sentinel, config.sentinelPasswordFile, None)).asScala

  /** Another server of the same site. */
  def at(host: String, port: Int): RedisURI =
    val model = config.site.model
    val uri = RedisURI.builder.withHost(host).withPort(port).withSsl(model).withAuthentication(model)
    uri.withDatabase(model.getDatabase).build

  /** Ends its threads. Connections are to be closed before. */
  def close(): Future[Unit] =
    client.shutdownAsync(0, 2, TimeUnit.SECONDS).asScala.map(_ => ())(using parasitic)

  private def dressed(uri: RedisURI): RedisURI = timed(uri, config.passwordFile, config.site.user)

  private def timed(of: RedisURI, password: Option[Path], user: Option[String]): RedisURI =
    val uri = RedisURI.builder(of).build
    uri.setTimeout(java(config.connectWithin))
    uri.setClientName(s"${config.prefix}-push")
    password.foreach(file => uri.setCredentialsProvider(passwordIn(file, user)))
    uri
end Client

private[redis] object Client:
  type Connection = StatefulRedisConnection[String, Array[Byte]]
  type PubSub = StatefulRedisPubSubConnection[String, Array[Byte]]
  type Sentinel = StatefulRedisSentinelConnection[String, String]

  private val Codec: RedisCodec[String, Array[Byte]] =
    RedisCodec.of(StringCodec.UTF8, ByteArrayCodec.INSTANCE)

  private def java(duration: FiniteDuration) = Duration.ofNanos(duration.toNanos)

  private def options(config: RedisConfig): ClientOptions =
    val tls = SslOptions.builder.jdkSslProvider
    config.trust.foreach(file => tls.trustManager(file.toFile))
    ClientOptions.builder
      .autoReconnect(false)
      .protocolVersion(ProtocolVersion.RESP3)
      .maintNotificationsConfig(MaintNotificationsConfig.disabled)
      .timeoutOptions(TimeoutOptions.enabled(java(config.answerWithin)))
      .socketOptions(SocketOptions.builder.connectTimeout(
        java(config.connectWithin)
      ).keepAlive(true).tcpNoDelay(true).build)
      .sslOptions(tls.build)
      .build

  /** Read each time: a password may be changed while the node runs. */
  private def passwordIn(file: Path, user: Option[String]): RedisCredentialsProvider = () =>
    Mono.fromCallable(() => RedisCredentials.just(user.orNull, Files.readString(file).strip))
end Client
