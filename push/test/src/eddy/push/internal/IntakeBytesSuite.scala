package eddy.push.internal

import eddy.push.*
import eddy.testing.Eventually

import java.util.concurrent.{ConcurrentHashMap, CountDownLatch}
import scala.concurrent.{ExecutionContext, Future, Promise}

/** Publications pending for the subscriptions of a node are bounded in bytes, even when they are few. */
class IntakeBytesSuite extends HubSuite:
  private val large = Json(s"\"${"x" * 100_000}\"")
  private def few = config.copy(maxDataBytes = 200_000, intakeBytes = 1024 * 1024)
  private def live(channels: Channels, name: String) = channels.core.table.get(name).nn
  private def barrier(channels: Channels, name: String): Unit =
    val done = Promise[Unit]()
    live(channels, name).tell(ChannelEvent.Barrier(done))
    await(done.future)

  /** Shows the intakes that it is given. */
  private final class Showing(inner: Mediator) extends Mediator:
    export inner.{close, forget, name, publish, read, sharedHistory, start, state, unsubscribe}
    val intakes = ConcurrentHashMap[Interest, Intake]()
    @volatile var taken: Future[Unit] = Future.unit
    def subscribe(interest: Interest, intake: Intake): Future[Unit] =
      val done = taken
      intakes.put(interest, intake): Unit
      inner.subscribe(interest, intake).flatMap(_ => done)(using ExecutionContext.parasitic)

  private final class Stuck extends Subscriber:
    val go = CountDownLatch(1)
    def publication(encoded: Encoded): Unit = go.await()
    def joined(who: ClientInfo): Unit = ()
    def left(who: ClientInfo): Unit = ()
    def ended(code: UnsubscribeCode): Unit = ()

  test("a mediator must wait when few large publications wait, and may continue when they are handed over"):
    val mediator = Showing(MemoryMediator())
    val channels = node(mediator, few)
    val stuck = Stuck()
    try
      await(channels.hub.subscribe("plain:a", stuck, ClientInfo("s", ""), None, false)): Unit
      val intake = mediator.intakes.get(Interest.Channel("plain:a")).nn
      def accept(many: Int) =
        intake.accept(Vector.fill(many)(Publication("plain:a", Publication.Unplaced, Message(large))))
      assert(accept(9) > 0)
      assert(accept(2) <= 0, "more than a mebibyte waits")
      val ready = Promise[Unit]()
      intake.whenReady(() => ready.success(()): Unit)
      assert(!ready.isCompleted)
      stuck.go.countDown()
      await(ready.future)
      barrier(channels, "plain:a")
      assert(accept(1) > 0)
    finally stuck.go.countDown()

  test(
    "while a channel with history is not ready, no more is held than twice its bytes, and nothing is lost"
  ):
    val mediator = ReadingMediator(MemoryMediator(delivery = Delivery.Push))
    val channels = node(mediator, few)
    mediator.hold()
    val witness = Witness()
    val answer = witness.subscribe(channels.hub, "kept:a")
    Eventually.until("the read is held")(mediator.held == 1)
    for _ <- 1 to 100 do await(channels.publish("kept:a", large)): Unit
    barrier(channels, "kept:a")
    val held = live(channels, "kept:a").backlog
    assert(held <= 22, s"$held publications of 100 KB")
    mediator.release()
    val top = await(answer).top
    for _ <- 1 to 10 do await(channels.publish("kept:a", large)): Unit
    witness.told.await("the last")(_ => witness.last.offset == 110 || witness.isEnded): Unit
    assertEquals(witness.wrong, null)
    assert(!witness.isEnded && top.offset <= 100)

  test("while a channel without history is not ready, the oldest goes"):
    val mediator = Showing(MemoryMediator())
    val channels = node(mediator, few)
    val taken = Promise[Unit]()
    mediator.taken = taken.future
    val witness = Witness()
    val answer = witness.subscribe(channels.hub, "plain:a")
    Eventually.until("the channel is taken")(mediator.intakes.containsKey(Interest.Channel("plain:a")))
    def numbered(n: Int) = Publication("plain:a", Publication.Unplaced, Message(large, time = n))
    mediator.intakes.get(Interest.Channel("plain:a")).nn.accept((1 to 40).map(numbered)): Unit
    barrier(channels, "plain:a")
    assert(live(channels, "plain:a").backlog <= 22)
    taken.success(())
    await(answer): Unit
    publish(channels, "plain:a", "1")
    val dropped = channels.core.node.stats.dropped.sum
    assert(dropped >= 18, s"$dropped dropped")
end IntakeBytesSuite
