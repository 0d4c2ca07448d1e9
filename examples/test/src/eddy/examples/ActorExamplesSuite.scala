package eddy.examples

import eddy.actor.*
import eddy.testing.Patience

import java.util.concurrent.LinkedBlockingQueue
import scala.concurrent.duration.*

class ActorExamplesSuite extends eddy.testing.PatientSuite:
  test("ping-pong: the ball goes back and forth for all rounds"):
    assertEquals(await(PingPong.play(1000)), 1000)

  test("counter: the count is what was added"):
    val counter = Counter.start()
    (1 to 100).foreach(amount => counter ! Counter.Message.Add(amount))
    assertEquals(await(counter.ask[Int](2.minutes)(Counter.Message.Get(_))), 5050)

  test("newsroom: a channel's and a pattern's readers are told, others are not"):
    val read = LinkedBlockingQueue[String]()
    def note(line: String): Unit = read.put(line)
    Newsroom.bus.subscribe(Newsroom.reader("Ada")(note), "/news/science")
    Newsroom.bus.subscribePattern(Newsroom.reader("Grace")(note), "/news/*")
    assertEquals(Newsroom.bus.publish("/news/science", "Comet seen"), 2)
    assertEquals(Newsroom.bus.publish("/news/sport", "Match drawn"), 1)
    assertEquals(Newsroom.bus.publish("/weather", "Rain"), 0)
    assertEquals(
      Set.fill(3)(awaitNext(read)),
      Set("Ada reads: Comet seen", "Grace reads: Comet seen", "Grace reads: Match drawn")
    )

  test("watchdog: it barks when the beats stop, and knows how many it heard"):
    val heard = Patience.growing(200.millis, 5.seconds, 1.minute): patience =>
      val (dog, bark) = Watchdog.watch(patience)
      (1 to 3).foreach(_ => dog ! Watchdog.Beat)
      await(bark)
    .apply(_ == 3)
    assertEquals(heard, 3)

  test("watchdog: a heart that beats keeps it quiet"):
    val (dog, bark) = Watchdog.watch(patience = 2.minutes)
    val heart = sendEvery(dog, 20.millis, Watchdog.Beat)
    dog ! Watchdog.Beat
    assert(!bark.isCompleted)
    assert(heart.cancel())
end ActorExamplesSuite
