package eddy.push.internal

import eddy.push.*
import eddy.testing.Eventually

import java.util.concurrent.{CompletableFuture, Flow}
import scala.concurrent.duration.DurationInt

/** Subscriptions on the channels of a node, with its mediator and its history. */
class StreamsOnChannelsSuite extends HubSuite:

  private val burst = 50_000
  private val someone = ClientInfo("client", "user")
  private val big = Namespace("big", history = burst, bufferMessages = 64, bufferBytes = 16 * 1024)
  private val small = Namespace("small", history = 50, bufferMessages = 8)
  private val paced =
    Namespace("paced", delivery = Delivery.Push, overflow = Overflow.Slow, bufferMessages = 4)
  private val few = Namespace("few", bufferMessages = 3)
  override protected def config: ChannelsConfig =
    super.config.copy(namespaces = Seq(Namespace(), big, small, paced, few), mediatorTimeout = 30.seconds)

  private def subscribed(channels: Channels, channel: String, room: Int): (TestSink, StreamPublisher) =
    val sink = TestSink(room)
    val namespace = channels.hub.namespace(channel).getOrElse(fail(s"no namespace for $channel"))
    val stream = channels.streams.open(channel, namespace, sink)
    val answer = await(channels.hub.subscribe(channel, stream, someone, None, false))
    stream.start(answer, sendMissed = false)
    (sink, stream)

  test("a burst on a channel loses nothing for slow clients, and fast ones do not wait for them"):
    val channels = node()
    val fast = Vector.fill(3)(subscribed(channels, "big:c", Int.MaxValue))
    val slow = Vector.fill(10)(subscribed(channels, "big:c", 10))
    val published = (1 to burst).map(i => channels.publish("big:c", Json(s"$i")))
    for (sink, _) <- fast do sink.await("the burst")(sink.count == burst)
    for (sink, stream) <- slow do
      assertEquals(sink.count, 10)
      assert(stream.now.waitingMessages <= 64)
    assert(channels.streams.stats.waitingBytes.sum <= slow.size * 16 * 1024L)
    for (sink, _) <- slow do
      sink.onFull = () => system.engine.execute(() => sink.give(1000))
      sink.give(1000)
    for (sink, _) <- fast ++ slow do
      sink.await("everything")(sink.count == burst)
      assertEquals(sink.offsets, (1L to burst.toLong).toVector)
      assert(!sink.twiceAtOnce)
    published.foreach(await(_))

  test("a slow client whose history is gone is ended, and has no gap before that"):
    val channels = node()
    val (sink, stream) = subscribed(channels, "small:c", 5)
    publish(channels, "small:c", (1 to 200).map(_.toString)*)
    // published is not yet delivered: with room too early nothing would be too much
    Eventually.until("the client is too slow")(stream.now.mode == StreamMode.Pulling)
    sink.give(Int.MaxValue)
    assertEquals(await(sink.over), StreamState.Insufficient)
    assertEquals(sink.offsets, (1L to 13L).toVector)

  test("under Slow publishing is done when the slowest subscriber has room"):
    val channels = node()
    val (sink, _) = subscribed(channels, "paced:c", 0)
    publish(channels, "paced:c", "1", "2", "3", "4")
    val late = channels.publish("paced:c", Json("5"))
    Eventually.until("the publisher waits")(channels.streams.stats.slowed.sum > 0)
    // others are served meanwhile
    publish(channels, "small:c", (1 to 20).map(_.toString)*)
    assert(!late.isCompleted)
    sink.give(3)
    await(late): Unit
    sink.give(10)
    sink.await("all")(sink.count == 5)
    assertEquals(sink.texts, Vector("1", "2", "3", "4", "5"))

  test("a client that leaves while publishers wait for it sets them free"):
    val channels = node()
    val (_, stream) = subscribed(channels, "paced:c", 0)
    publish(channels, "paced:c", "1", "2", "3", "4")
    val late = channels.publish("paced:c", Json("5"))
    Eventually.until("the publisher waits")(channels.streams.stats.slowed.sum > 0)
    stream.close()
    await(late): Unit

  test("each subscription may have a policy of its own"):
    val channels = node()
    def reader(overflow: Option[Overflow]) =
      val got = Happenings[String]()
      val begun = CompletableFuture[Flow.Subscription]()
      channels.stream("few:c", overflow = overflow).subscribe(new Flow.Subscriber[Publication]:
        def onSubscribe(subscription: Flow.Subscription): Unit = begun.complete(subscription): Unit
        def onNext(p: Publication): Unit = got.add(p.message.data.toString)
        def onError(failure: Throwable): Unit = got.add(s"failed: ${failure.getMessage}")
        def onComplete(): Unit = got.add("complete"))
      (await(begun), got)
    val (_, usual) = reader(None)
    val (newest, kept) = reader(Some(Overflow.DropOldest))
    val (paced, all) = reader(Some(Overflow.Slow))
    Eventually.until("all three are in")(Option(channels.core.table.get("few:c")).exists(_.subscribers == 3))
    val published = (1 to 5).map(i => channels.publish("few:c", Json(s"$i")))
    assert(usual.awaitSize(1).head.contains("ask for more sooner"))
    val stats = channels.streams.stats
    Eventually.until("both are counted", s"${stats.droppedOldest}, ${stats.slowed}"):
      stats.droppedOldest.sum == 2 && stats.slowed.sum == 2
    newest.request(10)
    assertEquals(kept.awaitSize(3), Vector("3", "4", "5"))
    assert(!published.last.isCompleted, "one subscriber makes publishers wait")
    paced.request(10)
    assertEquals(all.awaitSize(5), (1 to 5).map(_.toString).toVector)
    published.foreach(await(_))
    intercept[IllegalArgumentException](Granted(overflow = Some(Overflow.KeepLatest("")))): Unit

  test("Channels.stream delivers what a Flow subscriber requests, from a position on"):
    val channels = node()
    publish(channels, "small:c", "1", "2", "3")
    val top = await(channels.history("small:c")).top
    val got = new java.util.concurrent.LinkedBlockingQueue[String]()
    val begun = CompletableFuture[Flow.Subscription]()
    channels.stream("small:c", from = Some(top.copy(offset = 1))).subscribe(new Flow.Subscriber[Publication]:
      def onSubscribe(subscription: Flow.Subscription): Unit = begun.complete(subscription): Unit
      def onNext(p: Publication): Unit = got.put(p.message.data.toString)
      def onError(failure: Throwable): Unit = got.put(failure.toString)
      def onComplete(): Unit = got.put("complete"))
    val subscription = await(begun)
    subscription.request(2)
    assertEquals(Seq.fill(2)(awaitNext(got)), Seq[String | Null]("2", "3"))
    publish(channels, "small:c", "4", "5")
    subscription.request(1)
    assertEquals(awaitNext(got), "4": String | Null)
    assert(got.isEmpty)
    subscription.cancel()
end StreamsOnChannelsSuite
