package eddy.actor
package linking

import eddy.actor.spi.remote.Notices

import java.util.concurrent.{CopyOnWriteArrayList, CountDownLatch}
import scala.concurrent.duration.DurationInt

/** Notices of sources outside of actors. */
class NoticesSuite extends ActorFixture:
  /** What events come from. */
  private final class Source:
    private val listeners = new CopyOnWriteArrayList[Int => Unit]()
    def listen(listener: Int => Unit): AutoCloseable =
      listeners.add(listener): Unit
      () => listeners.remove(listener): Unit
    def send(event: Int): Unit = listeners.forEach(_(event))
    def size: Int = listeners.size

  test("a full mailbox that slows its senders neither rejects a notice nor slows its sender"):
    val source = new Source
    val gate = new CountDownLatch(1)
    val seen = new Probe[Int]
    val ready = new CountDownLatch(1)
    val one = actor.bounded[Int](1, Overflow.SlowSender(1.hour)):
      Notices.watch[Int, Int](summon, "numbers", identity)(source.listen): Unit
      ready.countDown()
      gate.await()
      loop:
        react: n =>
          seen.ref ! n
          done
    await(ready)
    one ! 0
    for n <- 1 to 3 do source.send(n)
    gate.countDown()
    assertEquals(seen.next(4), List(0, 1, 2, 3))

  test("after a restart each notice arrives once"):
    val source = new Source
    val seen = new Probe[String]
    val child = Child[Int]("child"):
      Notices.watch[Int, Int](summon, "numbers", identity)(source.listen): Unit
      seen.ref ! "starts"
      loop:
        react: n =>
          if n == 0 then throw IllegalStateException("restart")
          seen.ref ! s"$n"
          done
    val supervisor = supervise()(child)
    assertEquals(seen.next(), "starts")
    source.send(0)
    assertEquals(seen.next(), "starts")
    source.send(7)
    source.send(8)
    assertEquals(seen.next(2), List("7", "8"))
    assertEquals(source.size, 1)
    await(supervisor.shutdown()): Unit

  test("a failure of the function that makes the message is reported, and is the actor's alone"):
    val source = new Source
    val ready = new CountDownLatch(1)
    val seen = new Probe[Int]
    val one = actor[Int]:
      Notices.watch[Int, Int](
        summon,
        "numbers",
        n => if n == 1 then throw IllegalStateException("no 1") else n
      )(
        source.listen
      ): Unit
      ready.countDown()
      loop:
        react: n =>
          seen.ref ! n
          done
    await(ready)
    source.send(1)
    source.send(2)
    assertEquals(seen.next(), 2)
    assertEquals(reported, List("no 1"))
    one.kill()
end NoticesSuite
