package eddy.actor
package ending

import eddy.runtime.{Engine, EngineConfig}
import eddy.testing.{Eventually, PatientSuite}

import java.util.concurrent.CountDownLatch
import scala.concurrent.Await
import scala.concurrent.duration.{Duration, DurationInt, FiniteDuration}
import scala.util.Try

/** No wait in place needs a worker for its end, and waits leave workers for the answering actors. */
class WaitsEndSuite extends PatientSuite:
  import WaitsEndSuite.*

  // two workers of them for the answering actors
  private val crew = EngineConfig("waits", workers = 2, maxSpareWorkers = 4)

  for kind <- kinds do
    test(s"ten at once by ${kind.name} leave workers for the one that ends their waits"):
      withSystem(crew):
        val open = new CountDownLatch(1)
        val busy = kind.receiver(open, 1.hour)
        val over = new CountDownLatch(10)
        (1 to 10).foreach(_ => kind.waiter(busy, 1.hour, over))
        val opener = actor[Unit](react { case () => open.countDown(); stop })
        opener ! ()
        await(over)

    test(s"the limit of a wait by ${kind.name} ends it, though every worker is blocked"):
      val config = crew.copy(maxSpareWorkers = 1)
      withSystem(config):
        val (hold, over) = (new CountDownLatch(1), new CountDownLatch(1))
        // blocked as well
        val busy = kind.receiver(hold, 500.millis)
        // on a machine so slow that the limit comes first, this is no more than a wait that ends
        kind.waiter(busy, 500.millis, over)
        (1 to 5).foreach(_ => summon[ActorSystem].engine.execute(() => hold.await()))
        await(over)
        hold.countDown()
  end for

  test("a shutdown of the actors kills in time, though every worker is blocked"):
    val engine = Engine.start(crew.copy(maxSpareWorkers = 1, reporter = (_, _) => ()))
    val hold = new CountDownLatch(1)
    val own = new ActorSystem(engine)
    val stuck = actor.named[Unit]("stuck")(react { case () => hold.await(); stop })(using own)
    own.register("stuck", stuck)
    stuck ! ()
    (1 to 5).foreach(_ => engine.execute(() => hold.await()))
    Eventually.until("every worker is blocked", engine.stats.toString)(engine.stats.stuck == 3)
    assertEquals(await(own.shutdown(1.milli)).stuck, 1)
    hold.countDown()
    await(engine.shutdown(5.seconds)): Unit

  private def withSystem(config: EngineConfig)(body: ActorSystem ?=> Unit): Unit =
    val engine = Engine.start(config.copy(reporter = (_, _) => ()))
    try body(using new ActorSystem(engine))
    finally await(engine.shutdown(5.seconds)): Unit
end WaitsEndSuite

private object WaitsEndSuite:
  final case class Question(to: ActorRef[Int])

  /** A way to wait in place.
    *
    * @param receiver an actor that does nothing until the latch is open; its senders wait at most for so
    *   long, if they do
    * @param waiter starts somebody that waits once, at most for so long, and then says that it is over
    */
  final class Kind(
      val name: String,
      val receiver: ActorSystem ?=> (CountDownLatch, FiniteDuration) => ActorRef[Question],
      val waiter: ActorSystem ?=> (ActorRef[Question], FiniteDuration, CountDownLatch) => Unit
  )

  /** Answers each question when the latch is open. */
  def answering(open: CountDownLatch)(using ActorSystem): ActorRef[Question] = actor[Question]:
    loop(react { case Question(to) => open.await(); to ! 1; done })

  /** The same, with a mailbox that is full from the start. */
  def slowing(open: CountDownLatch, limit: FiniteDuration)(using ActorSystem): ActorRef[Question] =
    val ref = actor.bounded[Question](1, Overflow.SlowSender(limit)):
      loop(react { case Question(to) => open.await(); to ! 1; done })
    ref ! Question(actor[Int](react { case _ => stop }))
    ref

  /** An actor whose only reaction is `wait`. */
  def reacting(over: CountDownLatch)(wait: Actor[Unit] ?=> Any)(using ActorSystem): Unit =
    val ref = actor[Unit]:
      react { case () =>
        val _ = Try(wait)
        over.countDown()
        stop
      }
    ref ! ()

  def threaded(over: CountDownLatch)(wait: ThreadActor[Int] ?=> Any)(using ActorSystem): Unit =
    val _ = threadActor[Int]:
      val _ = Try(wait)
      over.countDown()

  val kinds: List[Kind] = List(
    Kind(
      "askAndWait in a reaction",
      (open, _) => answering(open),
      (busy, limit, over) => reacting(over)(busy.askAndWait[Int](limit)(Question(_)))
    ),
    Kind(
      "askAndWait in an actor with a thread",
      (open, _) => answering(open),
      (busy, limit, over) => threaded(over)(busy.askAndWait[Int](limit)(Question(_)))
    ),
    Kind(
      "Await for the answer in a reaction",
      (open, _) => answering(open),
      (busy, limit, over) => reacting(over)(Await.result(busy.ask[Int](limit)(Question(_)), limit))
    ),
    Kind(
      "Await without a limit in a reaction",
      (open, _) => answering(open),
      (busy, limit, over) => reacting(over)(Await.result(busy.ask[Int](limit)(Question(_)), Duration.Inf))
    ),
    Kind(
      "receiveWithin in an actor with a thread",
      (open, _) => answering(open),
      (busy, limit, over) =>
        threaded(over):
          busy ! Question(summon[ThreadActor[Int]].cell)
          receiveWithin(limit) { case _ => () }
    ),
    Kind(
      "a send to a full mailbox",
      slowing(_, _),
      (busy, _, over) => reacting(over)(busy ! Question(self.asInstanceOf[ActorRef[Int]]))
    ),
    Kind(
      "a send to a full mailbox, from an actor with a thread",
      slowing(_, _),
      (busy, _, over) => threaded(over)(busy ! Question(self))
    )
  )
end WaitsEndSuite
