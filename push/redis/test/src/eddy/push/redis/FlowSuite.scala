package eddy.push.redis

import eddy.push.*
import eddy.testing.Eventually

import scala.concurrent.duration.DurationInt

/** Intakes that are behind. */
class FlowSuite extends RedisSuite("push-redis-flow"):
  private val many = 5000

  test("adaptive: an intake that is behind is left alone, pulls when it is ready, and is pushed to again"):
    val redis = server()
    val a = node(config(redis.uri), Retention(10_000, 5.minutes)).start()
    val slow = a.channel("news", Recorder(credit = 0))
    val fast = a.subscribe(Interest.Pattern("news"))
    (1 to many).map(i => a.send("news", i.toString)).foreach(f => await(f))
    assertEquals(fast.next(many), texts(1 to many))
    assertEquals(slow.publications.size, 1)
    assertEquals(a.switches.take(), (channel("news"), Delivery.Pull))
    assert(a.switches.isEmpty)
    slow.open(500)
    assertEquals(slow.next(many), texts(1 to many))
    assertEquals(a.switches.take(), (channel("news"), Delivery.Push))
    a.publish("news", "end"): Unit
    assertEquals(slow.next(), "end")
    assertEquals(slow.publications.map(_.offset), (1L to many + 1L).toVector)
    assert(a.failures.isEmpty, a.failures.toString)

  for delivery <- Seq(Delivery.Adaptive, Delivery.Pull) do
    test(s"credit that comes and goes while others publish costs nothing and repeats nothing ($delivery)"):
      val redis = server()
      val a =
        node(config(redis.uri).copy(delivery = delivery, batch = 16), Retention(10_000, 5.minutes)).start()
      val intake = Recorder(credit = 7)
      val atA = a.channel("news", intake)
      val sent = (1 to many).map: i =>
        if i % 50 == 0 then intake.credit = 0
        if i % 50 == 25 then intake.open(1 + i % 13)
        a.send("news", i.toString)
      sent.foreach(f => await(f))
      intake.open(100)
      assertEquals(atA.next(many), texts(1 to many))
      assertEquals(intake.publications.map(_.offset), (1L to many.toLong).toVector)

  test("push does not wait for an intake that is behind"):
    val a = node(config(server().uri).copy(delivery = Delivery.Push)).start()
    val atA = a.channel("news", Recorder(credit = 0))
    (1 to 100).map(i => a.send("news", i.toString)).foreach(f => await(f))
    assertEquals(atA.next(100), texts(1 to 100))
    assert(a.switches.isEmpty)

  for delivery <- Seq(Delivery.Adaptive, Delivery.Pull) do
    test(
      s"publications lost from the history before an intake was ready are a gap, and later ones come ($delivery)"
    ):
      val a = node(config(server().uri).copy(delivery = delivery), Retention(10, 5.minutes)).start()
      val atA = a.channel("news", Recorder(credit = 0))
      a.publish("news", "1"): Unit
      assertEquals(atA.next(), "1")
      (2 to 100).map(i => a.send("news", i.toString)).foreach(f => await(f))
      Eventually.until("the intake waits")(atA.isWaiting)
      atA.open(100)
      assertEquals(atA.next(11), "gap" +: texts(91 to 100))

  test("an interest that ends while its intake is behind gets nothing more"):
    val a = node(config(server().uri)).start()
    val atA = a.channel("news", Recorder(credit = 0))
    (1 to 10).map(i => a.send("news", i.toString)).foreach(f => await(f))
    assertEquals(atA.next(), "1")
    Eventually.until("the intake waits")(atA.isWaiting)
    await(a.mediator.unsubscribe(channel("news")))
    atA.open(100)
    val again = a.channel("news")
    a.publish("news", "11"): Unit
    assertEquals(again.next(), "11")
    assert(atA.events.isEmpty)
end FlowSuite
