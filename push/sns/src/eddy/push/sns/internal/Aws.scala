package eddy.push.sns.internal

import eddy.push.sns.SnsConfig
import eddy.runtime.Engine

import java.time.Duration
import java.util.concurrent.{
  CompletableFuture,
  CompletionException,
  Executors,
  ScheduledExecutorService,
  ThreadFactory,
  TimeUnit
}
import scala.annotation.nowarn
import scala.concurrent.{Future, Promise}
import scala.util.control.NonFatal

import io.netty.channel.nio.NioEventLoopGroup
import software.amazon.awssdk.auth.credentials.{
  AwsBasicCredentials,
  AwsCredentialsProvider,
  AwsSessionCredentials,
  DefaultCredentialsProvider,
  StaticCredentialsProvider
}
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder
import software.amazon.awssdk.core.client.config.{
  ClientAsyncConfiguration,
  ClientOverrideConfiguration,
  SdkAdvancedAsyncClientOption
}
import software.amazon.awssdk.http.nio.netty.{NettyNioAsyncHttpClient, SdkEventLoopGroup}
import software.amazon.awssdk.regions.Region
import software.amazon.awssdk.services.sns.SnsAsyncClient
import software.amazon.awssdk.services.sqs.SqsAsyncClient

/** The two clients, on one I/O thread and one for their clocks. */
private[sns] final class Aws(config: SnsConfig):
  private val clock: ScheduledExecutorService =
    Executors.newSingleThreadScheduledExecutor(Aws.daemons("eddy-sns-clock"))

  // Our own, as the SDK waits two seconds before it ends one of its own. It knows no other class by what to
  // make connections for it.
  @nowarn("cat=deprecation")
  private val loop = NioEventLoopGroup(1, Aws.daemons("eddy-sns-io"))

  private val http = NettyNioAsyncHttpClient.builder()
    .eventLoopGroup(SdkEventLoopGroup.create(loop))
    .maxConcurrency(config.requests + config.polls + 16)
    .connectionTimeout(Duration.ofSeconds(5))
    // a poll is answered after twenty seconds
    .readTimeout(Duration.ofSeconds(30))
    .build()

  private val credentials: AwsCredentialsProvider = config.keys match
    case None => DefaultCredentialsProvider.builder().build()
    case Some(keys) =>
      StaticCredentialsProvider.create(
        keys.session.fold(AwsBasicCredentials.create(keys.access, keys.secret))(session =>
          AwsSessionCredentials.create(keys.access, keys.secret, session)
        )
      )

  // the handling of an answer is submitted to a unit, which needs no thread of the SDK's
  private val direct = ClientAsyncConfiguration.builder()
    .advancedOption(SdkAdvancedAsyncClientOption.FUTURE_COMPLETION_EXECUTOR, (task: Runnable) => task.run())
    .build()

  val sns: SnsAsyncClient =
    val builder = SnsAsyncClient.builder()
    place(builder, Duration.ofMillis(config.publishTimeout.toMillis))
    builder.httpClient(http).asyncConfiguration(direct).build()

  val sqs: SqsAsyncClient =
    val builder = SqsAsyncClient.builder()
    place(builder, Duration.ofSeconds(60))
    builder.httpClient(http).asyncConfiguration(direct).build()

  private def place(builder: AwsClientBuilder[?, ?], timeout: Duration): Unit =
    val _ = builder.region(Region.of(config.region))
    val _ = builder.credentialsProvider(credentials)
    config.emulator.foreach(uri => builder.endpointOverride(uri): Unit)
    val _ = builder.overrideConfiguration(
      ClientOverrideConfiguration.builder().scheduledExecutorService(clock).apiCallTimeout(timeout).build()
    )

  def close(): Unit = Engine.blocking:
    sns.close()
    sqs.close()
    http.close()
    // no request follows, so no quiet period
    loop.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly(): Unit
    credentials match
      case closeable: AutoCloseable => closeable.close()
      case _ => ()
    val _ = clock.shutdownNow()
end Aws

private[sns] object Aws:
  private def daemons(name: String): ThreadFactory = task =>
    val thread = Thread(task, name)
    thread.setDaemon(true)
    thread

  /** Asks without waiting for the answer; only finding out who we are may block. Completed on the SDK's
    * thread.
    */
  def asked[A](ask: => CompletableFuture[A]): Future[A] =
    val answer = Promise[A]()
    try
      Engine.blocking(ask).whenComplete: (value, failure) =>
        if failure == null then answer.success(value): Unit
        else
          failure match
            case wrapped: CompletionException if wrapped.getCause != null =>
              answer.failure(wrapped.getCause): Unit
            case other => answer.failure(other): Unit
      : Unit
    catch case NonFatal(failure) => answer.tryFailure(failure): Unit
    answer.future
end Aws
