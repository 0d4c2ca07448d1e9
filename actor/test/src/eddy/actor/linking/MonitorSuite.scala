package eddy.actor
package linking

import java.util.concurrent.CountDownLatch
import scala.concurrent.duration.DurationInt

/** What a monitor promises at the edges. */
class MonitorSuite extends ActorFixture:
  private def ending(): ActorRef[Unit] = actor[Unit](react { case () => stop })

  test("only the first cancel says that it helped, and none after the monitor was notified"):
    val other = ending()
    val seen = new Probe[ExitReason]
    val watches = new Probe[Monitor]
    val _ = actor[ExitReason]:
      (1 to 2).foreach(_ => watches.ref ! monitor(other)(identity))
      loop(react { case reason => seen.ref ! reason; done })
    val (cancelled, told) = (watches.next(), watches.next())
    assert(cancelled.cancel())
    assert(!cancelled.cancel())
    other ! ()
    assertEquals(seen.next(), ExitReason.Normal)
    assert(!told.cancel())
    assert(seen.isEmpty)

  test("a cancelled monitor leaves nothing behind in the actor that it watched"):
    val other = actor[ActorRef[Int]]:
      loop:
        react: to =>
          to ! summon[Actor[ActorRef[Int]]].cell.coldState.watches.size
          done
    val cancelled = new Probe[Int]
    val _ = actor[Any]:
      cancelled.ref ! (1 to 50).count(_ => monitor(other)(identity).cancel())
      stop
    assertEquals(cancelled.next(), 50)
    val count = new Probe[Int]
    other ! count.ref
    assertEquals(count.next(), 0)
    other.kill()

  test("a monitor that is cancelled before the other actor hears of it is not kept there"):
    val other = actor[ActorRef[Int]]:
      loop:
        react: to =>
          to ! summon[Actor[ActorRef[Int]]].cell.coldState.watches.size
          done
    val watch = new Monitor(other, _ => ())
    assert(watch.cancel())
    other.addMonitor(watch)
    val count = new Probe[Int]
    other ! count.ref
    assertEquals(count.next(), 0)
    other.kill()

  test("a monitor whose message cannot be made is reported, and the others are notified"):
    val other = ending()
    val seen = new Probe[ExitReason]
    val set = new CountDownLatch(1)
    val _ = actor[ExitReason]:
      val _ = monitor(other)(identity)
      val _ = monitor(other)(_ => throw IllegalStateException("no message"))
      val _ = monitor(other)(identity)
      set.countDown()
      loop(react { case reason => seen.ref ! reason; done })
    set.await()
    other ! ()
    assertEquals(seen.next(2), List(ExitReason.Normal, ExitReason.Normal))
    assertEquals(reported, List("no message"))

  test("an actor that has ended keeps its name for reports"):
    val named = actor.named[Unit]("once known")(react { case () => stop })
    val _ =
      named ! (); endOf(named)
    assertEquals(named.toString, "actor \"once known\"")

  test("a watcher with a full mailbox is notified nevertheless"):
    val seen = new Probe[Any]
    val began = new java.util.concurrent.CountDownLatch(1)
    val gate = new java.util.concurrent.CountDownLatch(1)
    val watched = actor[Any](react { case "end" => stop })
    val watcher = actor.bounded[Any](3, Overflow.Refuse):
      monitor(watched)(reason => s"down: $reason"): Unit
      react:
        case "begin" =>
          began.countDown()
          gate.await()
          loop(react { case other => seen.ref ! other; done })
    watcher ! "begin"
    began.await()
    List("a", "b").foreach(watcher ! _)
    watched ! "end"
    assertEndsWell(watched)
    gate.countDown()
    assertEquals(seen.next(3).toSet, Set[Any]("a", "b", "down: Normal"))
    watcher.kill()

  test("watches end with their watcher: the watched actor keeps none, and its end makes no dead letters"):
    val watched = actor[Any](react { case "end" => stop })
    val watchers =
      for _ <- 1 to 1000 yield actor[Any]:
        monitor(watched)(identity): Unit
        react { case "end" => stop }
    watchers.foreach(watcher => assertEquals(endOf(watcher, watcher ! "end"), ExitReason.Normal))
    val before = system.stats.deadLetters
    assertEquals(endOf(watched, watched ! "end"), ExitReason.Normal)
    assertEquals(system.stats.deadLetters, before)

  private def restarted(target: ActorRef[Unit], said: Probe[String]): List[Child[String]] =
    def handle(text: String): Unit =
      if text == "fail" then throw IllegalStateException(text) else said.ref ! text
    List(
      Child[String]("reacting"):
        val _ = monitor(target)(_ => "down")
        said.ref ! "starts"
        loop(react { text =>
          handle(text); done
        })
      ,
      Child.thread[String]("thread"):
        val _ = monitor(target)(_ => "down")
        said.ref ! "starts"
        while true do receive(handle(_))
    )

  test("a watch ends with the life that began it, when the watcher is restarted; those on the watcher stay"):
    for kind <- List(0, 1) do
      val said = new Probe[String]
      val target = ending()
      val child = restarted(target, said)(kind)
      val supervisor = supervise(Supervision(intensity = Intensity(100, 1.hour)))(child)
      val (targetEnded, childEnded) = (new Probe[ExitReason], new Probe[ExitReason])
      watch(child.ref, childEnded)
      assertEquals(said.next(), "starts")
      for _ <- 1 to 3 do
        child.ref ! "fail"
        assertEquals(said.next(), "starts")
      // told after the watches that came before
      watch(target, targetEnded)
      target ! ()
      assertEquals(targetEnded.next(), ExitReason.Normal)
      child.ref ! "last"
      assertEquals(said.next(2), List("down", "last"))
      assert(childEnded.isEmpty)
      await(supervisor.shutdown()): Unit
      assertEquals(childEnded.next(), ExitReason.Shutdown)

  test("a router is no actor that ends: watching or linking it is refused"):
    val router = Router[Int](Routing.RoundRobin, 2)(_ => actor[Int](loop(react { _ => done })))
    val seen = new Probe[String]
    val _ = actor[Any]:
      for attempt <- List(() => monitor(router)(identity): Unit, () => link(router)) do
        try attempt()
        catch case refusal: IllegalArgumentException => seen.ref ! String.valueOf(refusal.getMessage)
      stop
    for refusal <- seen.next(2) do assert(refusal.contains("is no actor, it does not end"), refusal)
    router.kill()
end MonitorSuite
