package eddy.actor

import scala.concurrent.Await
import scala.concurrent.duration.DurationInt

/** What a restart leaves of the life before, and what others see of it. */
class RestartSuite extends ActorFixture:
  private val patient = Supervision(intensity = Intensity(1000, 1.hour))

  /** Linked to `other` before it says so. */
  private def linked(other: ActorRef[?]): Probe[Exit] =
    val probe = new Probe[Exit]
    val ready = new Probe[Unit]
    val _ = actor[Exit]:
      trapExit(identity)
      link(other)
      // behind the link in the other's mailbox
      monitor(other)(reason => Exit(other, reason)): Unit
      ready.ref ! ()
      loop(react { case exit => probe.ref ! exit; done })
    ready.next()
    probe

  test("a message to a child that waits for its restart is there after it"):
    val said = new Probe[String]
    val child = Child[String]("child"):
      said.ref ! "starts"
      loop:
        react:
          case "fail" => throw IllegalStateException("fail")
          case text => said.ref ! text; done
    val supervisor = supervise(patient.copy(backoff = Backoff(150.millis, 150.millis, 0)))(child)
    assertEquals(said.next(), "starts")
    val ended = linked(child.ref)
    child.ref ! "fail"
    // the linked are told when the life is over, before the restart
    val _ = ended.next()
    child.ref ! "kept"
    assertEquals(said.next(2), List("starts", "kept"))
    Await.result(supervisor.shutdown(), 20.seconds)

  test("a child that ignores its time is killed: who is linked to it is told so"):
    val started = new Probe[Unit]
    val stubborn = Child[Exit]("stubborn", ChildOptions(shutdownWithin = 20.millis)):
      trapExit(identity)
      started.ref ! ()
      loop(react { case _ => done })
    val supervisor = supervise(patient)(stubborn)
    started.next()
    val ended = linked(stubborn.ref)
    Await.result(supervisor.shutdown(), 20.seconds)
    assertEquals(ended.next().reason, ExitReason.Killed)

  test("a new life begins without the old one's trap, locals, loops, links and time limit"):
    val said = new Probe[String]
    val depth = ActorLocal(0)
    val lives = new java.util.concurrent.atomic.AtomicInteger()
    val other = actor[Unit](react { case () => stop })
    val child = Child[Any]("child"):
      val life = lives.incrementAndGet()
      said.ref ! s"life $life: depth ${depth.get}, ${links.size} links"
      if life == 1 then
        trapExit(identity)
        depth.set(7)
        link(other)
        loop:
          reactWithin(100.millis):
            case "fail" => throw IllegalStateException("fail")
      else
        react { case "go" => said.ref ! "went"; react { case text: String => said.ref ! text; done } }
    val supervisor = supervise(patient)(child)
    assertEquals(said.next(), "life 1: depth 0, 0 links")
    child.ref ! "fail"
    assertEquals(said.next(), "life 2: depth 0, 0 links")
    // the old time limit would end this wait
    val _ = sendAfter(child.ref, 250.millis, "go")
    assertEquals(said.next(), "went")
    // not trapped any more: a third life
    child.ref.exit(ExitReason.Because("asked"))
    assertEquals(said.next(), "life 3: depth 0, 0 links")
    List("go", "end").foreach(child.ref ! _)
    // done ends it, for there is no loop around it: a fourth life
    assertEquals(said.next(3), List("went", "end", "life 4: depth 0, 0 links"))
    other ! ()
    Await.result(supervisor.shutdown(), 20.seconds)

  test("a supervisor that is asked to end, or whose linked actor ends, ends its children in order"):
    val said = new Probe[String]
    def child(name: String) = Child[Exit](name):
      trapExit(identity)
      said.ref ! s"$name starts"
      react { case Exit(_, reason) => said.ref ! s"$name ends: $reason"; stop }
    val supervisor = supervise(patient)(child("a"), child("b"))
    assertEquals(said.next(2), List("a starts", "b starts"))
    val told = new Probe[ExitReason]
    watch(supervisor.ref, told)
    supervisor.ref.exit(ExitReason.Because("over"))
    assertEquals(said.next(2), List("b ends: Shutdown", "a ends: Shutdown"))
    assertEquals(told.next(), ExitReason.Because("over"))

  test("restarted together they end in reverse order and start in order"):
    val said = new Probe[String]
    def child(name: String) = Child[Any](name):
      trapExit(identity)
      said.ref ! s"$name starts"
      react:
        case "fail" => throw IllegalStateException("fail")
        case Exit(_, _) => said.ref ! s"$name ends"; stop
    val children = List("a", "b", "c").map(child)
    val supervisor = supervise(patient.copy(strategy = Strategy.AllForOne))(children*)
    assertEquals(said.next(3), List("a starts", "b starts", "c starts"))
    children(1).ref ! "fail"
    assertEquals(said.next(5), List("c ends", "a ends", "a starts", "b starts", "c starts"))
    Await.result(supervisor.shutdown(), 20.seconds)

  test("a child cannot have two supervisors"):
    val child = Child[Unit]("child")(react { case () => stop })
    val one = supervise(patient)(child)
    val _ = Await.result(one.children, 20.seconds)
    val refusal =
      intercept[IllegalArgumentException](Await.result(supervise(patient)().add(child), 20.seconds))
    assert(refusal.getMessage.nn.contains("has a supervisor already"), refusal.getMessage)
    Await.result(one.shutdown(), 20.seconds)
end RestartSuite
