package eddy.push.internal

import eddy.push.*
import eddy.runtime.Engine
import eddy.testing.{Eventually, FlowTck, FlowVerification, TestLength}

import java.util.concurrent.{CompletableFuture, Flow}
import scala.collection.mutable
import scala.concurrent.duration.DurationInt

class FlowStreamSuite extends eddy.testing.PatientSuite:
  import FlowStreamSuite.flow
  private val engine = Engine.start()
  override def afterAll(): Unit =
    val _ = await(engine.shutdown(10.seconds))

  /** Requests nothing. */
  private final class Reader extends Flow.Subscriber[Publication]:
    val begun = CompletableFuture[Flow.Subscription]()
    val ended = CompletableFuture[Option[Throwable]]()
    val got = mutable.ArrayBuffer.empty[Long]
    private var waits = List.empty[(Int, CompletableFuture[Unit])]
    def onSubscribe(subscription: Flow.Subscription): Unit = begun.complete(subscription): Unit
    def onNext(item: Publication): Unit = synchronized:
      got += item.offset
      waits.foreach((n, reached) => if got.size >= n then reached.complete(()): Unit)
    def onError(failure: Throwable): Unit = ended.complete(Some(failure)): Unit
    def onComplete(): Unit = ended.complete(None): Unit
    def ask(n: Long): Unit = await(begun).request(n)
    def awaitCount(n: Int): Vector[Long] =
      val reached = CompletableFuture[Unit]()
      synchronized:
        if got.size >= n then reached.complete(()): Unit else waits ::= (n, reached)
      val _ = await(reached)
      synchronized(got.toVector)

  private def streamOf(namespace: Namespace) =
    val hub = LogHub(engine, namespace)
    val streams = Streams(hub, engine)
    (hub, streams, flow(streams))

  private def awaitSubscribed(hub: LogHub, n: Int): Unit =
    Eventually.until(s"$n are subscribed", s"${hub.subscribed} are")(hub.subscribed >= n)

  test("the Reactive Streams TCK passes for a channel's publisher"):
    val outcome = FlowTck.run(classOf[FlowStreamTck])
    assertEquals(outcome.failures, Seq.empty)
    assert(outcome.passed >= 20, s"only ${outcome.passed} passed, ${outcome.skipped} were skipped")

  test("each subscriber gets what it asks for, and the rest waits in the log"):
    val (hub, _, channel) = streamOf(Namespace(history = 10_000, bufferMessages = 8))
    val (one, other) = (Reader(), Reader())
    Seq(one, other).foreach(channel.subscribe)
    awaitSubscribed(hub, 2)
    one.ask(3)
    for i <- 1 to 1000 do hub.say(s"$i"): Unit
    assertEquals(one.awaitCount(3), Vector(1L, 2L, 3L))
    other.ask(Long.MaxValue)
    assertEquals(other.awaitCount(1000), (1L to 1000L).toVector)
    assertEquals(one.got.size, 3)
    one.ask(997)
    assertEquals(one.awaitCount(1000), (1L to 1000L).toVector)

  test("it begins after a position, or fails when that cannot be"):
    val (hub, streams, _) = streamOf(Namespace(history = 10, bufferMessages = 8))
    for i <- 1 to 20 do hub.say(s"$i"): Unit
    val reader = Reader()
    flow(streams, Some(Position(15, "e1"))).subscribe(reader)
    reader.ask(100)
    assertEquals(reader.awaitCount(5), Vector(16L, 17L, 18L, 19L, 20L))
    val late = Reader()
    flow(streams, Some(Position(3, "e1"))).subscribe(late)
    val failure = await(late.ended).get
    assert(failure.getMessage.nn.contains("unrecoverable position (112)"), failure.getMessage)

  test("it completes when the server ends the subscription"):
    val (hub, _, channel) = streamOf(Namespace())
    val reader = Reader()
    channel.subscribe(reader)
    reader.ask(10)
    awaitSubscribed(hub, 1)
    hub.end(UnsubscribeCode.Server)
    assertEquals(await(reader.ended), None)

  test("it fails when the channel is refused, and when too much is pending"):
    val (hub, streams, channel) = streamOf(Namespace(bufferMessages = 2))
    val stranger = Reader()
    flow(streams, channel = "other").subscribe(stranger)
    assert(await(stranger.ended).get.getMessage.nn.contains("unknown channel (102)"))
    val idle = Reader()
    channel.subscribe(idle)
    awaitSubscribed(hub, 1)
    for i <- 1 to 3 do hub.say(s"$i"): Unit
    assert(await(idle.ended).get.getMessage.nn.contains("ask for more sooner"))
    hub.refuse(PushError.PermissionDenied)
    val refused = Reader()
    channel.subscribe(refused)
    assert(await(refused.ended).get.getMessage.nn.contains("permission denied (103)"))

  test("one that cancels leaves the channel"):
    val (hub, streams, channel) = streamOf(Namespace(history = 100))
    val reader = Reader()
    channel.subscribe(reader)
    reader.ask(1)
    awaitSubscribed(hub, 1)
    await(reader.begun).cancel()
    assertEquals(hub.subscribed, 0)
    assertEquals(streams.stats.open.sum, 0L)
end FlowStreamSuite

object FlowStreamSuite:
  private val someone = ClientInfo("client", "user")

  def flow(streams: Streams, after: Option[Position] = None, channel: String = "c"): FlowStream =
    FlowStream(streams, channel, after)(streams.hub.subscribe(channel, _, someone, after, joins = false))

/** Publishes a few more than are asked for; a channel has no end. */
final class FlowStreamTck
    extends FlowVerification[Publication](noSignalsMillis = if TestLength.isFull then 200 else 50):
  private val engine = Engine.start()

  override def maxElementsFromPublisher: Long = publisherUnableToSignalOnComplete

  override def createFlowPublisher(elements: Long): Flow.Publisher[Publication] =
    val hub = LogHub(engine, Namespace(history = 10_000, bufferMessages = 8))
    for i <- 1L to math.min(elements, 1000) do hub.say(s"$i"): Unit
    FlowStreamSuite.flow(Streams(hub, engine), Some(Position(0, "e1")))

  override def createFailedFlowPublisher: Flow.Publisher[Publication] =
    FlowStreamSuite.flow(Streams(LogHub(engine, Namespace()), engine), channel = "refused")
end FlowStreamTck
