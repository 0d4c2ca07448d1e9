package eddy.actor
package ending

import eddy.testing.Eventually

import java.lang.ref.WeakReference
import scala.concurrent.duration.DurationInt

/** Actors that nobody can reach any more, and what holds on to those that have ended. */
class CollectedSuite extends ActorFixture:
  private def idle()(using ActorSystem): ActorRef[Int] = actor[Int](react { case 0 => stop })

  private def until(what: String)(holds: => Boolean): Unit = Eventually.until(what):
    System.gc()
    holds

  for n <- List(100, 300, 20_000) do
    test(s"of $n actors those that are collected do not count as live"):
      val world = newSystem
      val kept = (1 to n).map(_ => idle()(using world)).grouped(n / 2).toList.head.toVector
      assertEquals(world.stats.started, n.toLong)
      kept.foreach(settle)
      // one that is kept may keep those that were made beside it
      val most = n / 2 + n / 20
      until("those that are not kept are taken off")(world.stats.live <= most)
      assert(world.stats.live >= kept.count(_.isAlive))
      kept.foreach(_ ! 0)
      until("those that end are taken off")(world.stats.live <= n / 20)

  test("an actor that ends counts once, however soon it is collected"):
    val world = newSystem
    (1 to 2000).foreach: _ =>
      val ref = idle()(using world)
      ref ! 0
    until("none is live")(world.stats.live == 0L)
    System.gc()
    assertEquals(world.stats.live, 0L)
    assertEquals(world.stats.started, 2000L)

  /** Of what an actor with a thread has in its body, when it has ended and its address is kept. */
  private def bodyOf(ref: ActorRef[Int] => Unit): (ActorRef[Int], WeakReference[AnyRef]) =
    val large = new Array[Byte](1000)
    val made = threadActor[Int] { receive { case 0 => large(0) = 1 } }
    ref(made)
    (made, new WeakReference(large))

  test("the address of an actor with a thread that has ended does not hold what its body held"):
    val (ref, held) = bodyOf(ref => endOf(ref, ref ! 0): Unit)
    until("the body is collected")(held.get == null)
    assert(!ref.isAlive)

  test("a timer to an actor that has ended holds nothing, nor does one to an answer that has come"):
    val world = newSystem
    locally:
      given ActorSystem = world
      val ref = idle()
      val _ = sendAfter(ref, 1.hour, 1)
      val _ = sendEvery(ref, 1.hour, 1)
      val _ = endOf(ref, ref ! 0)
      val asked = actor[ActorRef[Int]](react { case to => sendAfter(to, 1.hour, 5): Unit; to ! 1; stop })
      assertEquals(await(asked.ask[Int](2.minutes)(identity)), 1)
      Eventually.until("no timer is left")(world.core.timers.isEmpty && engine.stats.timers == 0)
end CollectedSuite
