package eddy.push

import eddy.push.internal.*
import eddy.runtime.Engine
import eddy.web.SendResult

import java.util.concurrent.TimeUnit
import scala.concurrent.duration.DurationInt
import scala.concurrent.{Await, Future}

import org.openjdk.jmh.annotations.*

/** What a node does for each subscriber of a publication, without the socket: `./mill bench.jmh.run FanOut -prof gc`. Each invocation
  * gives [[FanOut.each]] publications to one of 1,000 subscribers after the other; the time is that of one of them.
  *
  * Here since the parts that it measures are known to the package alone.
  */
@State(Scope.Thread)
@BenchmarkMode(Array(Mode.AverageTime))
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 2, jvmArgsAppend = Array("-XX:+UseParallelGC", "-XX:+UseCompactObjectHeaders"))
class FanOut:
  import FanOut.*

  private val engine = Engine.start()
  private val streams = Streams(NoHub, engine)
  private var offset = 0L

  private def all(namespace: Namespace, room: Boolean, filter: TagFilter | Null = null) =
    Array.fill(subscribers):
      val stream = streams.open("c", namespace, if room then Taking() else Refusing(), filter = filter)
      stream.start(Position(0, "e"))
      stream

  private val logged = Namespace(history = 1000, bufferMessages = 64)
  private val fast = all(logged, room = true)
  private val filtered = all(logged, room = true, TagFilter.Equal("lang", "en"))
  private val pulling = all(logged, room = false)
  private val dropping = all(
    Namespace(delivery = Delivery.Push, overflow = Overflow.DropOldest, bufferMessages = 64),
    room = false
  )

  @TearDown
  def end(): Unit =
    val _ = Await.ready(engine.shutdown(10.seconds), 20.seconds)

  /** The sink takes it at once: what a healthy client costs. */
  @Benchmark
  @OperationsPerInvocation(FanOut.each)
  def sinkHasRoom(): Unit = give(fast)

  /** A filter on one tag does not want it. */
  @Benchmark
  @OperationsPerInvocation(FanOut.each)
  def filterRefuses(): Unit = give(filtered)

  /** The sink has had no room for long, and the log has what it needs. */
  @Benchmark
  @OperationsPerInvocation(FanOut.each)
  def slowAndPulling(): Unit = give(pulling)

  /** The sink has had no room for long, and the oldest is dropped. */
  @Benchmark
  @OperationsPerInvocation(FanOut.each)
  def slowAndDropping(): Unit = give(dropping)

  private def give(to: Array[StreamPublisher]): Unit =
    for _ <- 1 to each / subscribers do
      offset += 1
      val encoded = new Encoded(Publication("c", Position(offset, "e"), message))
      var i = 0
      while i < to.length do
        to(i).publication(encoded)
        i += 1
end FanOut

object FanOut:
  final val subscribers = 1000
  final val each = 10_000
  private val message = Message(Json("{\"text\":\"hello\"}"), tags = Map("lang" -> "fr"))

  private object Text extends Form[String]:
    def make(publication: Publication): String = s"{\"push\":${publication.message.data}}"

  private abstract class Counting extends Sink:
    var bytes = 0L
    def sizeBytes(encoded: Encoded, from: StreamPublisher): Int = encoded.as(Text).length
    def presence(who: ClientInfo, joined: Boolean, from: StreamPublisher): SendResult = SendResult.Sent
    def ended(from: StreamPublisher, ending: Ending): Unit = ()

  private final class Taking extends Counting:
    def offer(encoded: Encoded, from: StreamPublisher): SendResult =
      bytes += encoded.as(Text).length
      SendResult.Sent

  private final class Refusing extends Counting:
    def offer(encoded: Encoded, from: StreamPublisher): SendResult = SendResult.Full

  /** Is asked for nothing: sinks that have no room are not read for. */
  private object NoHub extends Hub:
    private def none = Future.failed(IllegalStateException("nothing is to be asked of the hub here"))
    def namespace(channel: String): Either[PushError, Namespace] = Left(PushError.UnknownChannel)
    def subscribe(
        channel: String,
        to: Subscriber,
        who: ClientInfo | Null,
        recover: Option[Position],
        joins: Boolean
    ): Future[Subscribed] = none
    def isActive(channel: String): Boolean = true
    def unsubscribe(channel: String, subscriber: Subscriber): Unit = ()
    def publish(
        channel: String,
        data: Json,
        by: Option[ClientInfo],
        options: PublishOptions
    ): Future[Published] = none
    def history(channel: String, query: HistoryQuery): Future[HistoryPage] = none
    def presence(channel: String): Future[Vector[ClientInfo]] = none
    def slow(channel: String, subscriber: Subscriber, full: Boolean): Unit = ()
    def hooks(label: AnyRef): HookCalls = throw UnsupportedOperationException()
    def connected(connection: Connection): Unit = ()
    def disconnected(connection: Connection): Unit = ()
    def isRevoked(by: Credential): Boolean = false
    def refused(error: PushError): Unit = ()
  end NoHub
end FanOut
