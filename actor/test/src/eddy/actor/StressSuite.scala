package eddy.actor

import eddy.testing.Eventually

import java.util.concurrent.atomic.{AtomicInteger, AtomicLong}
import java.util.concurrent.{ConcurrentLinkedQueue, CountDownLatch, CyclicBarrier}
import scala.concurrent.duration.DurationInt
import scala.jdk.CollectionConverters.*

/** Races at ends, tried again and again. EDDY_TEST_ROUNDS makes it longer. */
class StressSuite extends ActorFixture:
  private val rounds = eddy.testing.TestLength.rounds(short = 1, full = 10)

  /** Runs these at the same time, on threads of their own. */
  private def atOnce(acts: (() => Unit)*): Unit =
    val start = new CyclicBarrier(acts.size)
    acts.map(act =>
      Thread.ofPlatform.nn.start: () =>
        val _ = start.await()
        act()
    ).foreach(_.join())

  test("two actors that come to be linked while both end: the survivor is notified"):
    (1 to 1500 * rounds).foreach: round =>
      val told = new Probe[String]
      val other = actor[Unit](react { case () => exit(ExitReason.Because("other")) })
      // traps, so it must hear of the other's end, however the link and the end meet
      val ref = actor[Any]:
        trapExit(identity)
        react { case "go" =>
          link(other)
          react { case Exit(from, reason) =>
            told.ref ! s"${from eq other} ${reason != ExitReason.Normal}"
            stop
          }
        }
      atOnce(() => ref ! "go", () => other ! ())
      assertEquals(told.next(), "true true", s"round $round")

  test("two linked actors that end at once both end, each with its own reason or the other's"):
    (1 to 1000 * rounds).foreach: round =>
      def ending(why: String) = actor[ActorRef[?] | Unit]:
        react:
          case other: ActorRef[?] => link(other); react { case () => exit(ExitReason.Because(why)) }
          case () => stop
      val (a, b) = (ending("a"), ending("b"))
      val told = new Probe[ExitReason]
      List(a, b).foreach(watch(_, told))
      a ! b
      b ! a
      atOnce(() => a ! (), () => b ! ())
      val reasons = told.next(2)
      val allowed = Set[ExitReason](ExitReason.Because("a"), ExitReason.Because("b"), ExitReason.NoActor)
      assert(reasons.forall(allowed), s"round $round: $reasons")

  test("a monitor set while its actor ends is notified exactly once"):
    (1 to 300 * rounds).foreach: round =>
      val tellings = new AtomicInteger()
      val done = new CountDownLatch(8)
      val ref = actor[Unit](react { case () => stop })
      def watch(): Unit = ref.addMonitor(new Monitor(
        ref,
        _ =>
          val _ = tellings.incrementAndGet()
          done.countDown()
      ))
      atOnce(() => ref ! (), () => (1 to 4).foreach(_ => watch()), () => (1 to 4).foreach(_ => watch()))
      await(done, s"round $round: ${done.getCount} of 8 were never told")
      assertEquals(tellings.get, 8)

  test("a monitor is either cancelled or told"):
    (1 to 1000 * rounds).foreach: round =>
      val tellings = new AtomicInteger()
      val ref = actor[Unit](react { case () => stop })
      val monitor = new Monitor(
        ref,
        _ =>
          val _ = tellings.incrementAndGet()
      )
      ref.addMonitor(monitor)
      val cancelled = new AtomicInteger()
      atOnce(() => ref ! (), () => if monitor.cancel() then cancelled.incrementAndGet(): Unit)
      val _ = endOf(ref)
      // a monitor added after the termination may be notified before earlier ones
      Eventually.until(s"round $round: the monitor is notified or cancelled"):
        tellings.get + cancelled.get > 0
      assertEquals(tellings.get + cancelled.get, 1, s"round $round")

  test(
    "a message sent while the receiver ends is handled or a dead letter, never both, nor lost, and in order"
  ):
    (1 to 60 * rounds).foreach: round =>
      val fresh = new ActorSystem(engine)
      val handled = new ConcurrentLinkedQueue[(Int, Int)]()
      val letters = new AtomicLong()
      fresh.onDeadLetter(_ =>
        val _ = letters.incrementAndGet()
      )
      val ref = actor[(Int, Int)](
        loop(react { message =>
          val _ = handled.add(message)
          if message._2 == 600 then stop else done
        })
      )(using fresh)
      atOnce((0 until 3).map(sender => () => (1 to 1000).foreach(n => ref ! (sender, n)))*)
      assertEndsWell(ref)
      def counts = s"${handled.size} + ${letters.get} of 3000"
      Eventually.until(s"round $round: each message is handled or a dead letter", counts):
        handled.size + letters.get == 3000
      handled.asScala.toVector.groupMap(_._1)(_._2).foreach: (sender, numbers) =>
        assertEquals(numbers, (1 to numbers.size).toVector, s"round $round, sender $sender")

  test("thread actors: messages sent while they wait, time out and wake are taken once and in order"):
    (1 to 5 * rounds).foreach: round =>
      val got = new ConcurrentLinkedQueue[(Int, Int)]()
      val done = new CountDownLatch(1)
      val ref = threadActor[(Int, Int)]:
        while got.size < 3000 do
          receiveWithin(1.milli):
            case message: (Int, Int) @unchecked =>
              val _ = got.add(message)
            case TIMEOUT => ()
        // nothing that nobody sent
        receiveWithin(0.millis):
          case TIMEOUT => done.countDown()
          case other => throw IllegalStateException(s"$other was never sent")
      atOnce((0 until 3).map(sender =>
        () =>
          (1 to 1000).foreach: n =>
            ref ! (sender, n)
            if n % 50 == 0 then java.util.concurrent.locks.LockSupport.parkNanos(1_000_000)
      )*)
      await(done, s"round $round: ${got.size} of 3000")
      got.asScala.toVector.groupMap(_._1)(_._2).foreach: (sender, numbers) =>
        assertEquals(numbers, (1 to 1000).toVector, s"round $round, sender $sender")

  test("a child that fails again and again under load loses nothing but what failed"):
    (1 to 5 * rounds).foreach: round =>
      val handled = new AtomicInteger()
      val child = Child[Int]("child"):
        loop:
          react: n =>
            if n % 50 == 0 then throw IllegalStateException("fail")
            val _ = handled.incrementAndGet()
            done
      val supervisor = supervise(Supervision(intensity = Intensity(100_000, 1.hour)))(child)
      atOnce((0 until 3).map(_ => () => (1 to 1000).foreach(child.ref ! _))*)
      Eventually.until(s"round $round: all are handled", s"${handled.get} of ${3 * 980}"):
        handled.get == 3 * 980
      await(supervisor.shutdown()): Unit

  test("a name is free, and a group is left, when a monitor set before has been told"):
    (1 to 300 * rounds).foreach: round =>
      val ref = actor[Unit](react { case () => stop })
      val group = system.group[Unit](s"group $round")
      atOnce(
        () => ref ! (),
        () => system.register(s"name $round", ref),
        () =>
          val _ = group.join(ref)
      )
      assertEndsWell(ref)
      Eventually.until(s"round $round: the name is free, and the group empty"):
        !system.registered(s"name $round") && group.members.isEmpty
end StressSuite
