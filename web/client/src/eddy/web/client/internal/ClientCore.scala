package eddy.web.client.internal

import eddy.runtime.Engine
import eddy.web.Tracing
import eddy.web.client.{Call, ClientConfig, ClientException, ClientFailure, ClientObserver, ClientResponse}

import java.net.http.HttpClient
import java.util.concurrent.Executors
import java.util.concurrent.atomic.AtomicInteger
import scala.concurrent.duration.FiniteDuration
import scala.concurrent.{ExecutionContext, Future}

/** What all calls of a client share. */
private[client] final class ClientCore(
    val config: ClientConfig,
    observers: Seq[ClientObserver],
    val engine: Engine
):
  private val running = AtomicInteger()
  @volatile private var closed = false

  // Its own redirections keep passwords on the way to other hosts; see CallRun.
  val http: HttpClient =
    val builder = HttpClient.newBuilder
      .connectTimeout(java.time.Duration.ofNanos(config.connectTimeout.toNanos))
      .followRedirects(HttpClient.Redirect.NEVER)
      .executor(Executors.newThreadPerTaskExecutor(Thread.ofVirtual.name("eddy-client-", 1).factory))
    config.tls.foreach(builder.sslContext(_): Unit)
    builder.build

  def underWay: Int = running.get

  def whole(call: Call): Future[ClientResponse] =
    start(call, streams = false).map(r => new ClientResponse(r))(using ExecutionContext.parasitic)

  def streamed(call: Call): Future[Received] = start(call, streams = true)

  private def start(call: Call, streams: Boolean): Future[Received] =
    if closed then refused(call, ClientFailure.Closed, "the client has been closed")
    else if running.incrementAndGet() > config.maxCalls then
      over()
      refused(
        call,
        ClientFailure.Busy,
        s"${config.maxCalls} calls are under way already: ask less at a time, or raise ClientConfig.maxCalls"
      )
    else
      val observations = observers.map(_.begin(call.method, call.uri))
      val observed = observations.flatMap(_.headers)
      // an observer that follows calls by itself knows better
      val followed = Tracing.outgoing.filterNot((name, _) => observed.exists(_(0).equalsIgnoreCase(name)))
      val run = CallRun(this, call, streams, observed ++ followed)
      run.result.onComplete(outcome =>
        val ended =
          outcome.fold(failure => Left(Failures.of(call, failure)), received => Right(received.status))
        observations.foreach(_.end(ended))
      )(using ExecutionContext.parasitic)
      run.begin()
      run.result

  /** A call, and the body of its answer, is over. */
  def over(): Unit = running.decrementAndGet(): Unit

  def close(within: FiniteDuration): Unit =
    closed = true
    http.shutdown()
    Engine.blocking:
      if !http.awaitTermination(java.time.Duration.ofNanos(within.toNanos)) then http.shutdownNow()

  private def refused(call: Call, failure: ClientFailure, why: String) =
    Future.failed(new ClientException(failure, s"$call was not sent: $why"))
end ClientCore
