package eddy.actor

import eddy.runtime.Engine

import java.util.concurrent.atomic.AtomicInteger
import java.util.concurrent.{ConcurrentLinkedQueue, CountDownLatch}
import scala.concurrent.duration.DurationInt
import scala.jdk.CollectionConverters.*

class ActorSuite extends ActorFixture:
  private enum Count:
    case Add(n: Int)
    case Get(to: ActorRef[Int])

  private def counter(): ActorRef[Count] = actor[Count]:
    def counting(n: Int): Behavior[Count] = react:
      case Count.Add(k) => counting(n + k)
      case Count.Get(to) =>
        to ! n
        counting(n)
    counting(0)

  test("state is what the next behavior was made with, and a million steps do not grow the stack"):
    val c = counter()
    (1 to 1_000_000).foreach(_ => c ! Count.Add(1))
    assertEquals(await(c.ask[Int](2.minutes)(Count.Get(_))), 1_000_000)

  test("messages of one sender arrive in order"):
    val queue = new Probe[Int]
    val ref = queue.ref
    (0 until 10_000).foreach(ref ! _)
    assertEquals(Vector.fill(10_000)(queue.next()), (0 until 10_000).toVector)

  test("a message that does not match stays in its place for a later react"):
    val seen = new Probe[Any]
    val to = seen.ref
    val ref = actor[Any]:
      react { case "start" =>
        react { case n: Int =>
          to ! n
          react { case s: String =>
            to ! s
            react { case other =>
              to ! other
              stop
            }
          }
        }
      }
    List[Any]("early", 'x', 1, "late", "start").foreach(ref ! _)
    // "start" is a String too: it is matched first, then 1, then the oldest String left, then the oldest left
    assertEquals(List.fill(3)(seen.next()), List[Any](1, "early", 'x'))

  test("each behavior tries each message once, oldest first"):
    val tries = new ConcurrentLinkedQueue[(Int, Int)]()
    val done = new CountDownLatch(1)
    val ref = actor[Int]:
      def tried(stage: Int, n: Int): Boolean =
        val _ = tries.add((stage, n)); true
      react {
        case n if tried(1, n) && n == 3 =>
          react {
            case n if tried(2, n) && n == 5 =>
              done.countDown()
              stop
          }
      }
    (1 to 5).foreach(ref ! _)
    await(done)
    val expected = List(1 -> 1, 1 -> 2, 1 -> 3, 2 -> 1, 2 -> 2, 2 -> 4, 2 -> 5)
    assertEquals(tries.asScala.toList, expected)

  test("messages tried before a turn ended are not tried again by the same behavior"):
    val tries = new AtomicInteger()
    val done = new CountDownLatch(1)
    val n = engine.config.eventsPerTurn * 3 + 7
    val ref = actor[Int]:
      def tried(): Boolean =
        val _ = tries.incrementAndGet(); true
      react {
        case m if tried() && m == n =>
          done.countDown()
          stop
      }
    (1 to n).foreach(ref ! _)
    await(done)
    assertEquals(tries.get, n)

  test("an actor that throws ends alone: it is reported and other actors continue"):
    val c = counter()
    val bad = actor.named[String]("bad"):
      react { case s => throw IllegalStateException(s) }
    val seen = new Probe[ExitReason]
    val to = seen.ref
    val _ = actor[ExitReason]:
      val _ = monitor(bad)(identity)
      bad ! "boom"
      react { case reason =>
        to ! reason
        stop
      }
    seen.next() match
      case ExitReason.Failed(cause) => assertEquals(cause.getMessage, "boom")
      case other => fail(s"$other")
    assertEquals((reported, reportedWhere), (List("boom"), List("actor \"bad\", which has terminated")))
    c ! Count.Add(1)
    assertEquals(await(c.ask[Int](2.minutes)(Count.Get(_))), 1)

  test("a body that throws ends its actor and is reported"):
    val ref = actor[Int](throw IllegalArgumentException("no body"))
    val seen = new Probe[ExitReason]
    val to = seen.ref
    val _ = actor[ExitReason]:
      val _ = monitor(ref)(identity)
      react { case reason => to ! reason; stop }
    assert(seen.next() != ExitReason.Normal)
    assertEquals(reported, List("no body"))

  test("a monitor is notified once when the other ends, at once if it had ended, and not after cancel"):
    enum Event:
      case Down(which: Int, reason: ExitReason)
      case Cancel(done: ActorRef[Boolean])
    val seen = new Probe[Event]
    val to = seen.ref
    val other = actor[Unit](react { case () => stop })
    val watcher = actor[Event]:
      val _ = monitor(other)(Event.Down(1, _))
      val second = monitor(other)(Event.Down(2, _))
      def on: Behavior[Event] = react:
        case Event.Cancel(done) => done ! second.cancel(); on
        case down => to ! down; on
      on
    assert(await(watcher.ask[Boolean](2.minutes)(Event.Cancel(_))))
    other ! ()
    assertEquals(seen.next(), Event.Down(1, ExitReason.Normal))
    val _ = actor[Event]:
      val _ = monitor(other)(Event.Down(3, _))
      react { case down => to ! down; stop }
    // the second monitor would have spoken before the third
    assertEquals(seen.next(), Event.Down(3, ExitReason.NoActor))

  test("messages to an ended actor, and those it never took, are counted as dead letters"):
    val fresh = new ActorSystem(engine)
    val gate = new CountDownLatch(1)
    val ref = actor[Int] {
      gate.await()
      react { case 1 => stop }
    }(using fresh)
    List(0, 1, 2).foreach(ref ! _)
    assertEquals(endOf(ref, gate.countDown()), ExitReason.Normal)
    ref ! 3
    val reasons = DeadLetter.Reason.values.map(_ -> 0L).toMap.updated(DeadLetter.Reason.Terminated, 3L)
    assertEquals(
      fresh.stats,
      ActorStats(started = 1, live = 0, failed = 0, reasons, MailboxStats(0, 0, 0, 0, 0))
    )

  test("ask fails when no answer comes in time, and at once when the actor has terminated"):
    val silent = actor[ActorRef[Int]](react { case _ => react { case _ => stop } })
    val late = awaitFailure(silent.ask[Int](20.millis)(identity))
    assert(late.isInstanceOf[java.util.concurrent.TimeoutException], late.toString)
    assert(late.getMessage.nn.contains("within 20 milliseconds"), late.getMessage)
    val ended = actor[ActorRef[Int]](stop)
    val gone = new CountDownLatch(1)
    val _ = actor[Unit]:
      val _ = monitor(ended)(_ => ())
      react { case () => gone.countDown(); stop }
    await(gone)
    intercept[UnansweredException](await(ended.ask[Int](1.hour)(identity))): Unit

  test("a blocking reaction stops nobody: a thousand actors that block and one that does not"):
    val release = new CountDownLatch(1)
    val blocked = new CountDownLatch(1000)
    (1 to 1000).foreach: _ =>
      val ref = actor[Int](react { case _ => release.await(); blocked.countDown(); stop })
      ref ! 1
    val c = counter()
    (1 to 100).foreach(_ => c ! Count.Add(1))
    assertEquals(await(c.ask[Int](2.minutes)(Count.Get(_))), 100)
    release.countDown()
    await(blocked)

  test("what a blocked actor had sent before it blocked is delivered meanwhile"):
    val release = new CountDownLatch(1)
    val seen = new Probe[String]
    val to = seen.ref
    val relay = actor[String](react { case s => to ! s; stop })
    val ref = actor[String](react { case s => relay ! s; release.await(); stop })
    ref ! "through"
    assertEquals(seen.next(), "through")
    release.countDown()

  test("what an actor sends while it blocks is delivered, announced or not"):
    val seen = new Probe[Int]
    val to = seen.ref
    val echo = actor[Int](loop(react { n =>
      to ! n; done
    }))
    def waitFor(n: Int): Unit = if seen.next() != n then throw IllegalStateException(s"not $n")
    val finished = new CountDownLatch(2)
    val _ = actor[Unit]:
      Engine.blocking:
        echo ! 1
        waitFor(1)
      finished.countDown()
      // found stuck by the monitor, and sends again in the same reaction
      echo ! 2
      waitFor(2)
      (3 to 200).foreach: n =>
        echo ! n
        waitFor(n)
      finished.countDown()
      stop
    await(finished, s"${finished.getCount} of 2; ${engine.stats}")

  test("null is refused to the sender"):
    val ref = new Probe[String].ref
    intercept[NullPointerException](ref ! null.asInstanceOf[String]): Unit

  test("reactions of one actor never overlap and see each other's writes, under many senders"):
    // plain fields on purpose
    final class State:
      var inside = false; var sum = 0L
    val broken = new AtomicInteger()
    val done = new CountDownLatch(8)
    val refs = Vector.fill(8):
      val state = new State
      actor[Int]:
        def on: Behavior[Int] = react: n =>
          if state.inside then broken.incrementAndGet(): Unit
          state.inside = true
          if n % 97 == 0 then Thread.`yield`()
          state.sum += 1
          state.inside = false
          if state.sum == 4 * 20_000 then done.countDown()
          on
        on
    val senders =
      (1 to 4).map(_ => Thread.ofPlatform.nn.start(() => for n <- 1 to 20_000; ref <- refs do ref ! n))
    senders.foreach(_.join())
    await(done, "messages were lost")
    assertEquals(broken.get, 0)

  test("a ring of a hundred thousand actors passes a token around"):
    val done = new CountDownLatch(1)
    val last = actor[Int](react { case n => if n == 100_000 then done.countDown(); stop })
    val first = (1 to 100_000).foldLeft(last): (next, _) =>
      actor[Int](react { case n => next ! n + 1; stop })
    first ! 0
    await(done)

  test(
    "an actor whose body does not end in a behavior does not compile, and react outside an actor says where it belongs"
  ):
    val noBehaviour = compileErrors("actor[Int] { println() }")
    assert(noBehaviour.contains("this ends without saying what the actor does next"), noBehaviour)
    val noValue = compileErrors("actor[Int](loop(react { case n => n }))")
    assert(noValue.contains("eddy.actor.Behavior"), noValue)
    val outside = compileErrors("react[Int] { case 1 => stop }")
    assert(outside.contains("this works only inside an actor"), outside)
end ActorSuite
