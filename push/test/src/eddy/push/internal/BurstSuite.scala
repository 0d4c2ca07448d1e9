package eddy.push.internal

import eddy.push.*
import eddy.runtime.Engine

import java.util.concurrent.atomic.AtomicInteger
import scala.concurrent.duration.DurationInt

/** A burst of 50,000 publications to a node with slow clients. */
class BurstSuite extends eddy.testing.PatientSuite:
  private val engine = Engine.start()
  override def afterAll(): Unit =
    val _ = await(engine.shutdown(10.seconds))

  private val burst = 50_000
  private val someone = ClientInfo("client", "user")

  test("a burst loses nothing with history on, keeps memory bounded, and fast clients do not notice"):
    val namespace = Namespace(history = burst, bufferMessages = 64, bufferBytes = 16 * 1024)
    val hub = LogHub(engine, namespace)
    val streams = Streams(hub, engine)
    def subscribed(room: Int) =
      val sink = TestSink(room)
      val stream = streams.open("c", namespace, sink)
      stream.start(
        await(hub.subscribe("c", stream, someone, None, false)),
        sendMissed = false
      )
      (sink, stream)
    val fast = Vector.fill(5)(subscribed(Int.MaxValue))
    val slow = Vector.fill(20)(subscribed(10))
    // each at a moment of its own subscription: their total cannot be read at one moment while they are busy
    val mostWaiting = AtomicInteger()
    val mostBytes = AtomicInteger()
    def look(stream: StreamPublisher): Unit =
      val view = stream.now
      mostWaiting.accumulateAndGet(view.waitingMessages, math.max): Unit
      mostBytes.accumulateAndGet(view.waitingBytes.toInt, math.max): Unit
    for i <- 1 to burst do
      hub.say(s"$i"): Unit
      if i % 10 == 0 then slow.foreach((_, stream) => look(stream))
      // each is with the fast ones as soon as it is published, whatever the slow ones do
      if i % 1000 == 0 then for (sink, _) <- fast do assertEquals(sink.count, i)
    for (sink, stream) <- slow do
      assertEquals(sink.count, 10)
      assertEquals(stream.now.mode, StreamMode.Pulling)
    assertEquals(streams.stats.waitingMessages.sum, slow.size * 64L)
    for (sink, stream) <- fast do
      assertEquals(sink.offsets, (1L to burst.toLong).toVector)
      assertEquals(stream.now, StreamView(StreamMode.Pushing, burst, 64, 0, 0))
    // now the slow ones read on, a bit at a time
    for (sink, stream) <- slow do
      sink.onOffer = _ => look(stream)
      sink.onFull = () => engine.execute(() => sink.give(500))
      sink.give(500)
    for (sink, _) <- slow do
      sink.await("everything")(sink.count == burst)
      assertEquals(sink.offsets, (1L to burst.toLong).toVector)
      assert(!sink.over.isDone)
    // one more, as a refused one goes back before those that came meanwhile
    assert(64 to 65 contains mostWaiting.get, s"$mostWaiting waited")
    assert(mostBytes.get <= 16 * 1024, s"$mostBytes bytes waited")
    assertEquals(streams.stats.waitingMessages.sum, 0L)
end BurstSuite
