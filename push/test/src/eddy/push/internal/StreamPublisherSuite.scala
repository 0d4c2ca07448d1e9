package eddy.push.internal

import eddy.push.*
import eddy.runtime.{Engine, EngineConfig}
import eddy.testing.Eventually

import java.util.concurrent.{ConcurrentLinkedQueue, ThreadLocalRandom}
import scala.concurrent.duration.DurationInt

/** Subscriptions with threads: events from the channel, from the log and from sinks at the same time. */
class StreamPublisherSuite extends eddy.testing.PatientSuite:
  private val reported = ConcurrentLinkedQueue[String]()
  private val engine = Engine.start(EngineConfig(reporter =
    (failure, where) =>
      reported.add(s"${failure.getMessage} in $where"): Unit
  ))
  override def afterAll(): Unit =
    val _ = await(engine.shutdown(10.seconds))

  private val someone = ClientInfo("client", "user")
  private val logged = Namespace(history = 100_000, bufferMessages = 16)

  private def subscribed(
      hub: LogHub,
      streams: Streams,
      sink: TestSink,
      recover: Option[Position] = None
  ): StreamPublisher =
    val stream = streams.open("c", hub.namespace, sink)
    val answer = await(hub.subscribe("c", stream, someone, recover, false))
    stream.start(answer, sendMissed = true)
    stream

  test("over its buffer a subscription pulls; when it has read everything it is pushed to again"):
    val hub = LogHub(engine, logged)
    val streams = Streams(hub, engine)
    val sink = TestSink(0)
    val stream = subscribed(hub, streams, sink)
    for i <- 1 to 17 do hub.say(s"$i"): Unit
    assertEquals(stream.now.mode, StreamMode.Pulling)
    assertEquals(stream.now.position, 16L)
    assertEquals(stream.now.credit, 0)
    for i <- 18 to 1000 do hub.say(s"$i"): Unit
    assertEquals(stream.now.waitingMessages, 16)
    assertEquals(streams.stats.pulling.sum, 1L)
    assertEquals(streams.stats.toPull.sum, 1L)
    sink.give(Int.MaxValue)
    sink.await("everything")(sink.count == 1000)
    assertEquals(sink.offsets, (1L to 1000L).toVector)
    hub.say("1001"): Unit
    sink.await("one more")(sink.count == 1001)
    // the thread with the last event may not have looked for more
    Eventually.until("it is pushed to again", s"${stream.now}"):
      stream.now == StreamView(StreamMode.Pushing, 1001, 16, 0, 0)
    assertEquals(streams.stats.toPush.sum, 1L)
    assertEquals(streams.stats.pulling.sum, 0L)
    assertEquals(streams.stats.credit, 16L)

  test("publications that come before the client has its answer are sent after it"):
    val hub = LogHub(engine, logged)
    val streams = Streams(hub, engine)
    val sink = TestSink()
    val stream = streams.open("c", logged, sink)
    hub.say("old"): Unit
    val answer = await(hub.subscribe("c", stream, someone, None, false))
    hub.say("new"): Unit
    assertEquals(sink.count, 0)
    stream.start(answer, sendMissed = false)
    assertEquals(sink.texts, Vector("new"))

  for delivery <- Seq(Delivery.Adaptive, Delivery.Pull, Delivery.Push); publications <- 0 to 2 do
    test(s"so do joins and leaves ($delivery, beside $publications publications)"):
      val hub = LogHub(engine, logged.copy(delivery = delivery))
      val sink = TestSink()
      val stream = Streams(hub, engine).open("c", hub.namespace, sink)
      val answer = await(hub.subscribe("c", stream, someone, None, true))
      stream.joined(someone)
      for i <- 1 to publications do hub.say(s"$i"): Unit
      stream.left(someone)
      assertEquals(sink.presences, Vector.empty)
      stream.start(answer, sendMissed = false)
      sink.await("all of it")(sink.count == publications && sink.presences.size == 2)
      assertEquals(sink.presences, Vector(("client", true), ("client", false)))

  test("one that pulls gets joins and leaves, each in its place among the publications"):
    val hub = LogHub(engine, logged.copy(delivery = Delivery.Pull))
    val streams = Streams(hub, engine)
    val sink = TestSink()
    val stream = subscribed(hub, streams, sink)
    stream.joined(someone)
    sink.await("the first")(sink.presencesAfter == Vector(0L -> true))
    sink.take(0)
    hub.say("1"): Unit
    stream.left(someone)
    hub.say("2"): Unit
    stream.joined(someone)
    for i <- 3 to 100 do hub.say(s"$i"): Unit
    stream.left(someone)
    sink.give(Int.MaxValue)
    sink.await("all of it")(sink.count == 100 && sink.presences.size == 4)
    assertEquals(sink.presencesAfter, Vector(0L -> true, 1L -> false, 2L -> true, 100L -> false))
    assertEquals(sink.offsets, (1L to 100L).toVector)
    assertEquals(streams.stats.presenceDropped.sum, 0L)

  test("missed publications are sent first, and once, also when they are more than the buffer holds"):
    val hub = LogHub(engine, logged)
    for i <- 1 to 100 do hub.say(s"$i"): Unit
    val streams = Streams(hub, engine)
    val sink = TestSink()
    val _ = subscribed(hub, streams, sink, recover = Some(Position(10, "e1")))
    hub.say("101"): Unit
    sink.await("all")(sink.count == 91)
    assertEquals(sink.offsets, (11L to 101L).toVector)

  test("a gap in pushed publications is read from the log"):
    val hub = LogHub(engine, logged)
    val streams = Streams(hub, engine)
    val sink = TestSink()
    val _ = subscribed(hub, streams, sink)
    hub.say("1"): Unit
    hub.lose("2")
    hub.say("3"): Unit
    sink.await("all")(sink.count == 3)
    assertEquals(sink.texts, Vector("1", "2", "3"))

  test("another epoch ends the subscription: offsets of two epochs say nothing about each other"):
    val hub = LogHub(engine, logged)
    val streams = Streams(hub, engine)
    val sink = TestSink()
    val _ = subscribed(hub, streams, sink)
    hub.say("1"): Unit
    hub.forget()
    hub.say("1 again"): Unit
    assertEquals(await(sink.over), StreamState.Insufficient)
    assertEquals(sink.texts, Vector("1"))
    assertEquals(hub.subscribed, 0)

  test("a log that was trimmed ends it with Insufficient, after the stored ones"):
    val hub = LogHub(engine, logged)
    val streams = Streams(hub, engine)
    val sink = TestSink(0)
    val _ = subscribed(hub, streams, sink)
    for i <- 1 to 50 do hub.say(s"$i"): Unit
    hub.trim(5)
    sink.give(Int.MaxValue)
    assertEquals(await(sink.over), StreamState.Insufficient)
    assertEquals(sink.offsets, (1L to 16L).toVector)
    assertEquals(streams.stats.endedInsufficient.sum, 1L)

  test("a page that cannot be read is read again, and given up in the end"):
    val hub = LogHub(engine, logged)
    val streams = Streams(hub, engine)
    val sink = TestSink(0)
    val _ = subscribed(hub, streams, sink)
    for i <- 1 to 50 do hub.say(s"$i"): Unit
    hub.failures.set(3)
    sink.give(Int.MaxValue)
    sink.await("everything")(sink.count == 50)
    assertEquals(sink.offsets, (1L to 50L).toVector)
    assertEquals(streams.stats.pageFailures.sum, 3L)

  for history <- Seq(100_000, 0) do
    test(s"several at once go out as one piece, and one by one where there is no room (history $history)"):
      val hub = LogHub(engine, Namespace(history = history, bufferMessages = 16))
      val streams = Streams(hub, engine)
      val (free, narrow, single, filtered) = (TestSink(), TestSink(2), TestSink(), TestSink())
      single.takesBatches = false
      for sink <- Seq(free, narrow, single) do
        val _ = subscribed(hub, streams, sink)
      val choosy = streams.open("c", hub.namespace, filtered, filter = Some(TagFilter.Exists("none")).orNull)
      choosy.start(
        await(hub.subscribe("c", choosy, someone, None, false)),
        sendMissed = false
      )
      hub.sayAll("1", "2", "3")
      assertEquals(free.texts, Vector("1", "2", "3"))
      assertEquals(narrow.texts, Vector("1", "2"))
      assertEquals(single.texts, Vector("1", "2", "3"))
      // pending ones are not overtaken
      hub.sayAll("4", "5")
      hub.say("6"): Unit
      assertEquals(narrow.texts, Vector("1", "2"))
      narrow.give(Int.MaxValue)
      for sink <- Seq(free, narrow, single) do
        sink.await("all")(sink.count == 6)
        assertEquals(sink.texts, (1 to 6).map(_.toString).toVector)
      assertEquals((free.batches, narrow.batches, single.batches), (List(3, 2), List(3), List(3, 2)))
      assertEquals((filtered.count, filtered.batches), (0, Nil))
      // counted once it is taken
      Eventually.until("all are counted", s"${streams.stats.delivered}")(streams.stats.delivered.sum == 18)
      assertEquals(streams.stats.filtered.sum, 6L)
      assertEquals(streams.stats.waitingMessages.sum, 0L)
  end for

  test("several at once that do not follow, or come again, are taken as if they came one by one"):
    val hub = LogHub(engine, logged)
    val streams = Streams(hub, engine)
    val sink = TestSink()
    val stream = subscribed(hub, streams, sink)
    hub.sayAll("1", "2")
    hub.lose("3")
    hub.sayAll("4", "5")
    sink.await("all")(sink.count == 5)
    assertEquals(sink.texts, Vector("1", "2", "3", "4", "5"))
    // the page that brought the lost one may have brought those behind it, too
    val repeated = streams.stats.repeated.sum
    val again = new Batch(sink.taken.drop(3).toArray)
    assert(!stream.publications(again))
    again.items.foreach(stream.publication)
    hub.sayAll("6", "7")
    assertEquals(sink.texts, (1 to 7).map(_.toString).toVector)
    assertEquals(streams.stats.repeated.sum, repeated + 2)

  test("over its buffer a subscription is ended for several at once as for one after another"):
    for texts <- Seq(Seq("1", "2"), Seq("1", "2", "3")) do
      val hub = LogHub(engine, Namespace(bufferMessages = 2, bufferBytes = 100))
      val streams = Streams(hub, engine)
      val sink = TestSink(0)
      val stream = subscribed(hub, streams, sink)
      hub.sayAll(texts*)
      assertEquals(stream.now.waitingMessages, if texts.size == 2 then 2 else 0)
      if texts.size == 3 then assertEquals(await(sink.over), Ending.Slow)

  test("a sink that is closed, and one that throws, end their subscription when several come at once"):
    val hub = LogHub(engine, logged)
    val streams = Streams(hub, engine)
    val (closed, fine) = (TestSink(), TestSink())
    for sink <- Seq(closed, fine) do
      val _ = subscribed(hub, streams, sink)
    closed.close()
    hub.sayAll("1", "2")
    assertEquals(await(closed.over), Ending.Closed)
    assertEquals(fine.texts, Vector("1", "2"))
    assertEquals(hub.subscribed, 1)

  test("clients that read the same part of the log share its encoded form"):
    val hub = LogHub(engine, logged)
    val streams = Streams(hub, engine)
    val sinks = Vector.fill(2)(TestSink(0))
    sinks.foreach(subscribed(hub, streams, _): Unit)
    for i <- 1 to 100 do hub.say(s"$i"): Unit
    for sink <- sinks do
      sink.give(Int.MaxValue)
      sink.await("everything")(sink.count == 100)
    val Vector(one, other) = sinks.map(_.taken): @unchecked
    assert(one.indices.forall(i => one(i) eq other(i)))

  test("a sink that is closed, and one that throws, end their subscription and no other"):
    val hub = LogHub(engine, logged)
    val streams = Streams(hub, engine)
    val (closed, broken, fine) = (TestSink(), TestSink(), TestSink())
    for sink <- Seq(closed, broken, fine) do
      val _ = subscribed(hub, streams, sink)
    closed.close()
    broken.onOffer = _ => throw IllegalStateException("the sink throws")
    hub.say("1"): Unit
    assertEquals(await(closed.over), Ending.Closed)
    assertEquals(await(broken.over), Ending.Failed)
    assertEquals(reported.poll, "the sink throws in the subscription to c")
    hub.say("2"): Unit
    assertEquals(fine.texts, Vector("1", "2"))
    assertEquals(hub.subscribed, 1)

  test("the sink learns of the closing once, and gets nothing after it"):
    val hub = LogHub(engine, logged)
    val streams = Streams(hub, engine)
    val sink = TestSink(0)
    val stream = subscribed(hub, streams, sink)
    for i <- 1 to 50 do hub.say(s"$i"): Unit
    stream.close()
    stream.close()
    assertEquals(await(sink.over), Ending.Closed)
    sink.give(Int.MaxValue)
    hub.say("51"): Unit
    assertEquals(sink.count, 0)
    assert(!sink.twiceAtOnce)
    assertEquals(streams.stats.open.sum, 0L)
    assertEquals(streams.stats.pulling.sum, 0L)
    assertEquals(streams.stats.capacity.sum, 0L)
    assertEquals(streams.stats.waitingBytes.sum, 0L)

  test("publishers, slow sinks and the log at the same time: each client gets all, in order, once"):
    val hub = LogHub(engine, logged)
    val streams = Streams(hub, engine)
    val each = 2000
    // clients that take a little now and then, and some of them late
    val sinks = Vector.fill(8)(TestSink(0))
    for sink <- sinks do
      sink.onFull = () =>
        val more = () => sink.give(1 + ThreadLocalRandom.current.nextInt(40))
        if ThreadLocalRandom.current.nextInt(4) > 0 then engine.execute(() => more())
        else engine.after(2.millis)(() => more()): Unit
    val streamed = sinks.map(subscribed(hub, streams, _))
    val publishers = Vector.fill(2):
      Thread.ofVirtual.start: () =>
        for i <- 1 to each do hub.say(s"$i"): Unit
    publishers.foreach(t => assert(t.join(java.time.Duration.ofMinutes(5)), "it hangs"))
    sinks.foreach(sink => sink.await("everything")(sink.count == 2 * each))
    for sink <- sinks do
      assertEquals(sink.offsets, (1L to 2L * each).toVector)
      assert(!sink.twiceAtOnce)
    assert(streams.stats.toPull.sum > 0, "nobody was slow")
    streamed.foreach(_.close())
    assertEquals(streams.stats.waitingMessages.sum, 0L)
end StreamPublisherSuite
