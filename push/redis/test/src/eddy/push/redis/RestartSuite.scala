package eddy.push.redis

import eddy.push.*
import eddy.testing.{Eventually, TestLength}

import scala.concurrent.duration.DurationInt

/** Redis goes away and comes back. */
class RestartSuite extends RedisSuite("push-redis-restart"):
  for delivery <- Seq(Delivery.Push, Delivery.Pull, Delivery.Adaptive) do
    test(s"while Redis is down everything fails at once, and works again when it is back ($delivery)"):
      val redis = server()
      val a = node(config(redis.uri).copy(delivery = delivery)).start()
      val atA = a.channel("news")
      val none = a.channel("none:x")
      val pattern = a.subscribe(Interest.Pattern("/p/*"))
      val before = a.publish("news", "1").position.get
      assertEquals(atA.next(), "1")
      redis.kill()
      a.becomes(up = false)
      // of its connections one breaks first
      Eventually.until("it is told that it is away"):
        val refused = awaitFailure(a.send("news", "lost"))
        assert(refused.isInstanceOf[MediatorException], refused.toString)
        refused.getMessage.contains(s"127.0.0.1:${redis.port}) is away since")
      assert(awaitFailure(a.mediator.subscribe(channel("other"), Recorder())).getMessage.contains("is away"))
      assert(awaitFailure(a.mediator.read("news", HistoryQuery())).getMessage.contains("is away"))
      redis.start()
      a.becomes(up = true)
      assertEquals(none.next(), "gap")
      assertEquals(pattern.next(), "gap")
      assertEquals(atA.next(), "gap")
      // it has lost everything
      val page = a.read("news", HistoryQuery(Some(before)))
      assertEquals((page.top.offset, page.complete), (0L, false))
      val after = a.publish("news", "2").position.get
      assertEquals(after.offset, 1L)
      assert(after.epoch != before.epoch)
      a.publish("none:x", "2"): Unit
      a.publish("/p/1", "2"): Unit
      assertEquals(Iterator.continually(atA.next()).find(_ != "gap"), Some("2"))
      assertEquals(none.next(), "2")
      assertEquals(pattern.next(), "2")
      assertEquals(a.states.take(), MediatorState.Up)
  end for

  test(
    "a Redis that comes back with its data keeps the history, under another epoch, as it may have lost some"
  ):
    val redis = server("--appendonly", "yes", "--appendfsync", "always")
    val a = node(config(redis.uri)).start()
    val atA = a.channel("news")
    val positions = (1 to 3).map(i => a.publish("news", i.toString).position.get)
    assertEquals(atA.next(3), texts(1 to 3))
    redis.kill()
    a.becomes(up = false)
    redis.start()
    a.becomes(up = true)
    assertEquals(atA.next(), "gap")
    val page = a.read("news", HistoryQuery(Some(positions(1))))
    assert(!page.complete)
    assertEquals(page.publications.map(_.message.data.toString), Vector("\"1\"", "\"2\"", "\"3\""))
    val next = a.publish("news", "4").position.get
    assertEquals(next.offset, 4L)
    assert(next.epoch != positions(0).epoch)
    assertEquals(Iterator.continually(atA.next()).find(_ != "gap"), Some("4"))
    assertEquals(atA.publications.last.position, next)

  test("a Redis that is said to be durable keeps its epochs, and missed publications come after it is back"):
    val redis = server("--appendonly", "yes", "--appendfsync", "always")
    val a = node(config(redis.uri).copy(durable = true)).start()
    val atA = a.channel("news")
    val before = a.publish("news", "1").position.get
    assertEquals(atA.next(), "1")
    redis.kill()
    a.becomes(up = false)
    redis.start()
    a.becomes(up = true)
    assertEquals(a.publish("news", "2").position, Some(before.copy(offset = 2)))
    assertEquals(atA.next(2), Vector("gap", "2"))
    assert(a.read("news", HistoryQuery(Some(before))).complete)

  test("positions and histories outlive the nodes"):
    val redis = server()
    val a = node(config(redis.uri)).start()
    val position = a.publish("news", "1").position.get
    a.publish("news", "2"): Unit
    a.close()
    val b = node(config(redis.uri)).start()
    val page = b.read("news", HistoryQuery(Some(position)))
    assertEquals((page.publications.map(_.offset), page.complete), (Vector(2L), true))
    assertEquals(b.publish("news", "3").position, Some(position.copy(offset = 3)))

  test("connections that another end has cut are made again, and publications from the meantime come"):
    for delivery <- deliveries do
      val redis = server()
      val a = node(config(redis.uri).copy(delivery = delivery)).start()
      val b = node(config(redis.uri)).start()
      val atA = a.channel("news")
      val first = a.publish("news", "1").position.get
      assertEquals(atA.next(), "1")
      val addresses = redis.commands(_.clientList).split("\n").filter(_.contains("name=eddy-push"))
        .flatMap(_.split(" ").find(_.startsWith("addr="))).map(_.drop(5))
      // when one is cut, the node closes the others of its link
      val _ =
        redis.commands(commands => addresses.map(address => scala.util.Try(commands.clientKill(address))))
      b.becomes(up = true)
      // the first attempts may come before it is connected again
      Eventually.until("a publication is taken")(b.attempt("news", "2"))
      val events = Iterator.continually(atA.next()).takeWhile(_ != "2").toVector
      assertEquals(events.distinct, Vector("gap"), delivery)
      assertEquals(atA.publications.map(_.position), Vector(first, first.copy(offset = 2)), delivery)

  test(
    "a Redis that keeps its connections but does not answer is found out, and its answers are not awaited for ever"
  ):
    val redis = server()
    // a busy machine always answers within the full form's timeout
    val answerWithin = if TestLength.isFull then 15.seconds else 1.second
    val a = node(config(redis.uri).copy(answerWithin = answerWithin)).start()
    def taken(text: String) =
      Eventually.until(s"$text is taken", a.mediator.state.toString)(a.attempt("news", text))
    var stops = 0
    // A machine that stands still for a second makes the node go down too early. Then this tries again.
    Eventually.until("Redis is found out that has stopped answering"):
      taken("1")
      redis.stopAnswering()
      stops += 1
      val failure = awaitFailure(a.send("news", "2")).getMessage
      val isUnanswered = failure.contains("may have been done or not")
      if !isUnanswered then
        redis.answerAgain()
        assert(failure.contains("is away since"), failure)
      isUnanswered
    a.becomes(up = false)
    redis.answerAgain()
    a.becomes(up = true)
    taken("3")
    val texts = a.read("news").publications.map(_.message.data.toString)
    assertEquals(texts.last, "\"3\"")
    assert(texts.count(_ == "\"2\"") <= stops, texts.toString)

  test("a node that starts before Redis waits, and says what it waits for"):
    val redis = RedisProcess.server()
    atEnd(redis.kill())
    val a = node(config(redis.uri))
    val started = a.mediator.start(a)
    a.states.take() match
      case MediatorState.Down(cause, _) => assert(cause.contains(s"127.0.0.1:${redis.port}"), cause)
      case MediatorState.Up => fail("it is up without Redis")
    assert(!started.isCompleted)
    redis.start(): Unit
    await(started)
    assertEquals(a.publish("news", "1").position.map(_.offset), Some(1L))
end RestartSuite
