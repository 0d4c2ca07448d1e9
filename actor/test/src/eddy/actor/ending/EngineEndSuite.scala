package eddy.actor
package ending

import eddy.runtime.{Engine, EngineConfig}
import eddy.testing.Eventually

import java.util.concurrent.{ConcurrentLinkedQueue, CountDownLatch}
import scala.concurrent.duration.{Duration, DurationInt}
import scala.jdk.CollectionConverters.*

/** The fate of messages after the engine has terminated. */
class EngineEndSuite extends eddy.testing.PatientSuite:

  private final class World(spares: Int = 16):
    val engine: Engine =
      Engine.start(EngineConfig(workers = 2, maxSpareWorkers = spares, reporter = (_, _) => ()))
    given system: ActorSystem = new ActorSystem(engine)
    private val lost = new ConcurrentLinkedQueue[DeadLetter]()
    system.onDeadLetter(letter => lost.add(letter): Unit)
    def letters: List[DeadLetter] = lost.asScala.toList
    def ended(ref: ActorRef[?], messages: Any*): List[DeadLetter] =
      messages.toList.map(DeadLetter(_, ref, DeadLetter.Reason.EngineShutDown))

  private def idle(using ActorSystem): ActorRef[Int] = actor[Int](loop(react { case -1 => done }))
  private def bounded(overflow: Overflow[Int])(using ActorSystem): ActorRef[Int] =
    actor.bounded[Int](2, overflow)(loop(react { case -1 => done }))

  test(
    "each message sent after the end is a dead letter with a reason of its own, in plain and bounded mailboxes"
  ):
    val world = new World
    import world.{*, given}
    val (plain, full) = (idle, bounded(Overflow.Refuse))
    assert(await(engine.shutdown(2.minutes)))
    (1 to 3).foreach(plain ! _)
    (4 to 7).foreach(full ! _)
    assertEquals(letters, ended(plain, 1, 2, 3) ++ ended(full, 4, 5, 6, 7))
    assertEquals(system.stats.deadLettersBy(DeadLetter.Reason.EngineShutDown), 7L)
    assertEquals(full.mailboxStats.map(_.waiting), Some(0))

  test("what an actor had kept for later is lost with the next message, and signals do no harm"):
    val world = new World
    import world.{*, given}
    val ready = new CountDownLatch(1)
    val picky = actor[Int](react { case -1 => ready.countDown(); loop(react { case -1 => done }) })
    (1 to 2).foreach(picky ! _)
    picky ! -1
    ready.await()
    assert(await(engine.shutdown(2.minutes)))
    picky.kill()
    picky.addMonitor(new Monitor(picky, _ => ()))
    picky ! 3
    assertEquals(letters, ended(picky, 1, 2, 3))

  test("what a bounded mailbox has kept is lost with the next message, and what was lost before not again"):
    val (full, replaced) = (DeadLetter.Reason.Overflow, DeadLetter.Reason.Replaced)
    for (overflow, reason, lost, kept) <- List[(Overflow[Int], DeadLetter.Reason, List[Int], List[Any])](
        (Overflow.Refuse, full, List(3), List(1, 2)),
        (Overflow.DropNewest, full, List(3), List(1, 2)),
        (Overflow.DropOldest, full, List(1), List(2, 3)),
        (Overflow.KeepLatest(_ % 2), replaced, List(1), List(2, 3))
      )
    do
      val world = new World
      import world.{*, given}
      val ref = bounded(overflow)
      List(1, 2).foreach(ref ! _)
      // when all that was sent is tried
      assert(await(engine.shutdown(2.minutes)))
      ref ! 3
      // if there was no room
      ref.kill()
      val before = lost.map(DeadLetter(_, ref, reason))
      assertEquals(letters, before ++ ended(ref, kept*), overflow.toString)
      assertEquals((ref.mailboxStats.map(_.waiting), system.stats.mailboxes.waiting), (Some(0), 0))

  test("an actor that waits for a turn when the time is over loses its messages, and later ones"):
    val world = new World(spares = 0)
    import world.{*, given}
    val (entered, gate) = (new CountDownLatch(2), new CountDownLatch(1))
    def hold(): Unit =
      // its engine interrupts it
      try gate.await()
      catch case _: InterruptedException => hold()
    val holders = List.fill(2)(actor[Int](react { case _ => entered.countDown(); hold(); stop }))
    holders.foreach(_ ! 0)
    entered.await()
    val waiting = List.fill(500)(List(idle, bounded(Overflow.Refuse))).flatten
    waiting.foreach(_ ! 1)
    assert(!await(engine.shutdown(Duration.Zero)))
    waiting.foreach(_ ! 2)
    assertEquals(letters, waiting.flatMap(ended(_, 1)) ++ waiting.flatMap(ended(_, 2)))
    gate.countDown()

  test("a question after the end fails at once"):
    val world = new World
    import world.{*, given}
    val silent = actor[ActorRef[Int]](react { case to if !to.isAlive => stop })
    assert(await(engine.shutdown(2.minutes)))
    intercept[EngineShutDownException](await(silent.ask[Int](1.hour)(identity))): Unit

  test("no actor can be started any more: an attempt throws"):
    val short = Engine.start(EngineConfig(name = "short", workers = 1))
    given world: ActorSystem = new ActorSystem(short)
    val child = Child[Int]("child")(stop)
    assert(await(short.shutdown(2.minutes)))
    List(
      () => actor[Int](stop),
      () => actor.bounded[Int](1, Overflow.Refuse)(stop),
      () => threadActor[Int](()),
      () => supervise()(child),
      () => Router[Int](Routing.RoundRobin, 2)(_ => actor[Int](stop))
    ).foreach: start =>
      val refusal = String.valueOf(intercept[IllegalStateException](start()).getMessage)
      assert(
        refusal.endsWith(
          " cannot be started, its engine \"short\" was shut down: start it before, or in a system on another engine"
        ),
        refusal
      )
    assertEquals(world.stats.started, 0L)

  test("messages from many threads, while the engine ends, are each handled or a dead letter"):
    for _ <- 1 to 50 do
      val world = new World
      import world.{*, given}
      val handled = new java.util.concurrent.atomic.AtomicLong()
      val refs = List.fill(4)(actor[Int](loop(react { case _ => handled.incrementAndGet(); done })))
      val begun = new CountDownLatch(3)
      val senders = List.fill(3):
        Thread.startVirtualThread: () =>
          begun.countDown()
          for n <- 1 to 2000; ref <- refs do ref ! n
      begun.await()
      val _ = await(engine.shutdown(5.seconds))
      senders.foreach(_.nn.join())
      def accounted = handled.get + system.stats.deadLetters
      Eventually.until("all are accounted for", s"$accounted of 24000")(accounted >= 24_000)
      assertEquals(accounted, 24_000L)
end EngineEndSuite
