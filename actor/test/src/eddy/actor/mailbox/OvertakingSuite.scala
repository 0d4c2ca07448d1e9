package eddy.actor
package mailbox

import eddy.testing.Waits

import java.util.concurrent.CountDownLatch
import scala.concurrent.duration.DurationInt

/** Kills and exits that end an actor do not wait behind its messages. */
class OvertakingSuite extends ActorFixture:
  private val Many = 20_000
  private val turn = engine.config.eventsPerTurn

  /** Stops an actor in the middle of its messages, and counts those it has handled. */
  private final class Gate(at: Int):
    private val there = new CountDownLatch(1)
    private val open = new CountDownLatch(1)
    @volatile var handled = 0

    def pass(n: Int): Unit =
      handled += 1
      if n == at then
        there.countDown()
        Waits.await(open, "the gate opens")

    /** Sends many, does `meanwhile` when the actor is in the middle of them, and lets it continue. */
    def during(ref: ActorRef[Any])(meanwhile: => Unit): Unit =
      (1 to Many).foreach(ref ! _)
      whenThere(meanwhile)

    def whenThere(meanwhile: => Unit): Unit =
      Waits.await(there, "the actor is in the middle of the messages")
      meanwhile
      open.countDown()

    def assertEndedSoon(): Unit =
      assert(handled >= at && handled <= at + turn, s"handled $handled, gate at $at")
  end Gate

  private def busy(gate: Gate)(using Actor[Any]): Behavior[Any] = loop(react { case n: Int =>
    gate.pass(n); done
  })
  private def busyThread(gate: Gate)(using ThreadActor[Any]): Unit =
    while true do receive { case n: Int => gate.pass(n) }

  private def kinds(gate: Gate): List[(String, () => ActorRef[Any])] = List(
    "reacting" -> (() => actor[Any](busy(gate))),
    "bounded" -> (() => actor.bounded[Any](Many, Overflow.Refuse)(busy(gate))),
    "with a thread" -> (() => threadActor[Any](busyThread(gate)))
  )

  private def ended(ref: ActorRef[?])(by: => Unit): Probe[ExitReason] =
    val told = new Probe[ExitReason]
    watch(ref, told)
    by
    told

  // 1: the others wait in the mailbox, not taken; 100: they have been taken
  for at <- List(1, 100); (kind, _) <- kinds(new Gate(at)) do
    def start(): (Gate, ActorRef[Any]) =
      val gate = new Gate(at)
      (gate, kinds(gate).toMap.apply(kind)())

    test(s"a kill ends an overloaded actor, $kind, within a turn, at message $at; the rest are dead letters"):
      val before = system.stats.deadLetters
      val (gate, ref) = start()
      var told: Probe[ExitReason] | Null = null
      gate.during(ref) { told = ended(ref)(ref.kill()) }
      assertEquals(told.nn.next(), ExitReason.Killed)
      gate.assertEndedSoon()
      assertEquals(ref.trySend(0), Delivery.Terminated)
      assertEquals(system.stats.deadLetters - before, Many.toLong - gate.handled)

    test(s"the end of a linked actor ends an overloaded one, $kind, within a turn, at message $at"):
      val (gate, ref) = start()
      var told: Probe[ExitReason] | Null = null
      gate.during(ref):
        told = ended(ref)(())
        val linked = actor[Any]:
          link(ref)
          react { case "end" => exit(ExitReason.Because("over")) }
        val _ = endOf(linked, linked ! "end")
      assertEquals(told.nn.next(), ExitReason.Because("over"))
      gate.assertEndedSoon()

    test(s"an unlink that was sent before counts, and a normal end harms nobody: $kind, at message $at"):
      val (gate, ref) = start()
      gate.during(ref):
        val unlinked = actor[Any]:
          link(ref)
          unlink(ref)
          react { case "end" => exit(ExitReason.Because("over")) }
        val normal = actor[Any]:
          link(ref)
          react { case "end" => stop }
        List(unlinked, normal).foreach(one => endOf(one, one ! "end"): Unit)
        ref.exit(ExitReason.Normal)
      val told = ended(ref)(())
      ref ! Many + 1
      ref.exit(ExitReason.Because("at last"))
      assertEquals(told.next(), ExitReason.Because("at last"))
  end for

  test("a trapped exit keeps its place behind the messages that came before it; a kill does not"):
    val gate = new Gate(1)
    val seen = new Probe[Int]
    val ref = actor[Any]:
      trapExit(identity)
      loop:
        react:
          case n: Int =>
            gate.pass(n)
            done
          case _: Exit =>
            seen.ref ! gate.handled
            done
    gate.during(ref)(ref.exit(ExitReason.Because("later")))
    assertEquals(seen.next(), Many)
    val told = ended(ref)(ref.kill())
    assertEquals(told.next(), ExitReason.Killed)

  test("an exit that was trapped, and is not any more, ends the actor within a turn"):
    val gate = new Gate(100)
    val ref = actor[Any]:
      trapExit(identity)
      loop:
        react:
          case n: Int =>
            gate.pass(n)
            if n == 200 then untrapExit
            done
    val told = ended(ref)(())
    gate.during(ref)(ref.exit(ExitReason.Because("later")))
    assertEquals(told.next(), ExitReason.Because("later"))
    assert(gate.handled >= 200 && gate.handled <= 200 + turn, s"handled ${gate.handled}")

  private def supervised(child: Child[Any], gate: Gate): Unit =
    val supervisor = supervise(Supervision(intensity = Intensity(10, 1.hour)))(child)
    gate.during(child.ref)(child.ref.kill())
    // the new life continues with the next message
    val told = new Probe[Int]
    child.ref ! told.ref
    assertEquals(told.next(), Many)
    supervisor.ref.kill()

  test("a kill of a supervised actor ends its life within a turn, and the next life has its messages"):
    val lives = new Probe[Int]
    val gate = new Gate(100)
    def tell(to: Any): Unit = to.asInstanceOf[ActorRef[Int]] ! gate.handled
    supervised(
      Child[Any]("reacting"):
        lives.ref ! gate.handled
        loop(react { case n: Int => gate.pass(n); done; case to: ActorRef[?] => tell(to); done })
      ,
      gate
    )
    assertEquals(lives.next(), 0)
    val second = lives.next()
    assert(second >= 100 && second <= 100 + turn, s"the second life began after $second")

  test(
    "a kill of a supervised actor with a thread ends its life within a turn, and the next life has its messages"
  ):
    val lives = new Probe[Int]
    val gate = new Gate(100)
    def tell(to: Any): Unit = to.asInstanceOf[ActorRef[Int]] ! gate.handled
    supervised(
      Child.thread[Any]("thread"):
        lives.ref ! gate.handled
        while true do receive { case n: Int => gate.pass(n); case to: ActorRef[?] => tell(to) }
      ,
      gate
    )
    assertEquals(lives.next(), 0)
    val second = lives.next()
    assert(second >= 100 && second <= 100 + turn, s"the second life began after $second")

  test("the end of a supervisor ends an overloaded child within a turn, in a later life too"):
    val first = new Gate(100)
    val second = new Gate(200)
    val child = Child[Any]("child"):
      loop:
        react:
          case n: Int =>
            first.pass(n)
            second.pass(n)
            done
    val supervisor = supervise(Supervision(intensity = Intensity(10, 1.hour)))(child)
    val told = ended(child.ref)(())
    first.during(child.ref)(child.ref.kill())
    second.whenThere:
      val _ = endOf(supervisor.ref, supervisor.ref.kill())
    assertEquals(told.next(), ExitReason.Shutdown)
    second.assertEndedSoon()
end OvertakingSuite
