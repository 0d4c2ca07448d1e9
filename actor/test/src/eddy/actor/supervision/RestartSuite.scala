package eddy.actor
package supervision

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

  /** Of both kinds: says that it starts, fails on "fail", says what else it gets. */
  private def talkers(said: Probe[String], options: ChildOptions[Any] = ChildOptions()): List[Child[String]] =
    List(
      Child[String]("reacting", options):
        said.ref ! "starts"
        loop:
          react:
            case "fail" => throw IllegalStateException("fail")
            case text => said.ref ! text; done
      ,
      Child.thread[String]("with a thread", options):
        said.ref ! "starts"
        while true do
          receive:
            case "fail" => throw IllegalStateException("fail")
            case text => said.ref ! text
    )

  test("a message to a child that waits for its restart is handled after it"):
    val said = new Probe[String]
    for child <- talkers(said) do keepsItsMessage(child, said)

  private def keepsItsMessage(child: Child[String], said: Probe[String]): Unit =
    val supervisor = supervise(patient.copy(backoff = Backoff(150.millis, 150.millis, 0)))(child)
    assertEquals(said.next(), "starts")
    val ended = linked(child.ref)
    child.ref ! "fail"
    // linked actors are notified when the life is over, before the restart
    val _ = ended.next()
    child.ref ! "kept"
    assertEquals(said.next(2), List("starts", "kept"))
    await(supervisor.shutdown()): Unit

  test("a child that ignores its time is killed: linked actors are notified of it"):
    val started = new Probe[Unit]
    val stubborn = Child[Exit]("stubborn", ChildOptions(shutdownTimeout = 20.millis)):
      trapExit(identity)
      started.ref ! ()
      loop(react { case _ => done })
    val supervisor = supervise(patient)(stubborn)
    started.next()
    val ended = linked(stubborn.ref)
    await(supervisor.shutdown()): Unit
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
            // on a busy machine "fail" may be late: it has a time limit when it comes
            case TIMEOUT => done
      else
        react { case "go" => said.ref ! "went"; react { case text: String => said.ref ! text; stop } }
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
    // and not by a round of the first life's loop
    assertEquals(reported, List("fail"))
    other ! ()
    await(supervisor.shutdown()): Unit

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

  for (how, backoff) <- Seq("at once" -> Backoff.none, "after a while" -> Backoff(20.millis, 20.millis, 0)) do
    test(s"restarted together $how they end in reverse order and start in order"):
      val said = new Probe[String]
      // long times: a late child would end, and be restarted, out of order
      def child(name: String) =
        Child[Any](name, ChildOptions(startTimeout = 1.hour, shutdownTimeout = 1.hour)):
          trapExit(identity)
          said.ref ! s"$name starts"
          react:
            case "fail" => throw IllegalStateException("fail")
            case Exit(_, _) => said.ref ! s"$name ends"; stop
      val children = List("a", "b", "c").map(child)
      val supervisor = supervise(patient.copy(strategy = Strategy.AllForOne, backoff = backoff))(children*)
      assertEquals(said.next(3), List("a starts", "b starts", "c starts"))
      children(1).ref ! "fail"
      assertEquals(said.next(5), List("c ends", "a ends", "a starts", "b starts", "c starts"))
      await(supervisor.shutdown()): Unit

  test("a child cannot have two supervisors"):
    val child = Child[Unit]("child")(react { case () => stop })
    val one = supervise(patient)(child)
    val _ = await(one.children)
    val refusal =
      intercept[IllegalArgumentException](await(supervise(patient)().add(child)))
    assert(refusal.getMessage.nn.contains("has, or had, a supervisor already"), refusal.getMessage)
    await(one.shutdown()): Unit

  test("a thread that is interrupted while its actor waits for a restart is restarted all the same"):
    val said = new Probe[String]
    val threads = new Probe[Thread]
    val child = Child.thread[String]("thread"):
      threads.ref ! Thread.currentThread
      receive { case "fail" => throw IllegalStateException("fail"); case text => said.ref ! text }
    val supervisor = supervise(patient.copy(backoff = Backoff(150.millis, 150.millis, 0)))(child)
    val thread = threads.next()
    val ended = linked(child.ref)
    child.ref ! "fail"
    val _ = ended.next()
    thread.interrupt()
    assert(threads.next() eq thread)
    child.ref ! "hello"
    assertEquals(said.next(), "hello")
    await(supervisor.shutdown()): Unit

  test("a restarted child has started when it waits again: then the supervisor continues"):
    val said = new Probe[String]
    for child <- talkers(said, ChildOptions(startTimeout = 1.hour)) do
      val supervisor = supervise(patient)(child)
      assertEquals(said.next(), "starts")
      child.ref ! "fail"
      assertEquals(said.next(), "starts")
      assertEquals(await(supervisor.children), List(ChildInfo(child.name, 1)))
      await(supervisor.shutdown()): Unit

  test("messages lost in a restart without its mailbox are reported as such, and later ones are taken"):
    val said = new Probe[String]
    val letters = new java.util.concurrent.ConcurrentLinkedQueue[DeadLetter]()
    val child = Child[Any]("child", ChildOptions(keepMailbox = false)):
      said.ref ! "starts"
      // none of the numbers, so many that the behavior remembers where it was
      loop:
        react:
          case "fail" => throw IllegalStateException("fail")
          case text: String => said.ref ! text; done
    system.onDeadLetter(letter => if letter.receiver eq child.ref then letters.add(letter): Unit)
    val supervisor = supervise(patient)(child)
    (1 to 20).foreach(child.ref ! _)
    child.ref ! "before"
    assertEquals(said.next(2), List("starts", "before"))
    child.ref ! "fail"
    assertEquals(said.next(), "starts")
    child.ref ! "after"
    assertEquals(said.next(), "after")
    assertEquals(
      letters.toArray.toList,
      (1 to 20).toList.map(n => DeadLetter(n, child.ref, DeadLetter.Reason.Restarted))
    )
    await(supervisor.shutdown()): Unit

  test("as many restarts as are allowed happen; one more is too many"):
    val said = new Probe[String]
    val child = talkers(said).head
    val supervisor = supervise(Supervision(intensity = Intensity(2, 1.hour)))(child)
    val told = new Probe[ExitReason]
    watch(supervisor.ref, told)
    assertEquals(said.next(), "starts")
    (1 to 2).foreach: n =>
      child.ref ! "fail"
      assertEquals(said.next(), "starts")
      assertEquals(await(supervisor.children), List(ChildInfo("reacting", n)))
    child.ref ! "fail"
    assert(told.next().isInstanceOf[ExitReason.Failed])

  test("a child that is removed while it waits for its restart is shut down, and the supervisor continues"):
    val said = new Probe[String]
    for child <- talkers(said, ChildOptions(startTimeout = 1.hour)) do
      val supervisor = supervise(patient.copy(backoff = Backoff(100.millis, 100.millis, 0)))(child)
      assertEquals(said.next(), "starts")
      val ended = linked(child.ref)
      val told = new Probe[ExitReason]
      watch(child.ref, told)
      child.ref ! "fail"
      val _ = ended.next()
      assert(await(supervisor.remove(child.name)))
      assertEquals(told.next(), ExitReason.Shutdown)
      // behind the restart that was put off
      val later = new Probe[Unit]
      val _ = sendAfter(later.ref, 200.millis, ())
      later.next()
      assertEquals(await(supervisor.children), Nil)
      await(supervisor.shutdown()): Unit

  test("a shutdown is complete when the last child has ended, not before"):
    val ending = new Probe[Unit]
    val gate = new java.util.concurrent.CountDownLatch(1)
    val child = Child[Exit]("child"):
      trapExit(identity)
      react { case _ => ending.ref ! (); gate.await(); stop }
    val supervisor = supervise(patient)(child)
    val over = supervisor.shutdown()
    ending.next()
    assert(!over.isCompleted)
    gate.countDown()
    assert(await(over))
    assert(!child.ref.isAlive)
end RestartSuite
