package eddy.push.redis

import eddy.push.*
import eddy.testing.Eventually
import eddy.web.tls.Pem

import java.nio.file.Files
import scala.concurrent.duration.DurationInt

class StandaloneSuite extends RedisSuite("push-redis-standalone"):
  for delivery <- Seq(Delivery.Push, Delivery.Pull, Delivery.Adaptive) do
    test(
      s"publications of one node come to all nodes, once, in order and with the same positions ($delivery)"
    ):
      val redis = server()
      val a = node(config(redis.uri).copy(delivery = delivery)).start()
      val b = node(config(redis.uri).copy(delivery = delivery)).start()
      val (atA, atB) = (a.channel("news"), b.channel("news"))
      val sent = (1 to 500).map(i => a.send("news", i.toString)).map(f => await(f))
      assertEquals(sent.map(_.position.get.offset), (1L to 500L).toIndexedSeq)
      assertEquals(atA.next(500), texts(1 to 500))
      assertEquals(atB.next(500), texts(1 to 500))
      assertEquals(atA.publications.map(_.position), sent.map(_.position.get).toVector)
      assertEquals(atB.publications.map(_.position), sent.map(_.position.get).toVector)
      assertEquals(b.publish("news", "end").position.map(_.offset), Some(501L))
      assertEquals((atA.next(), atB.next()), ("end", "end"))
      assert(a.failures.isEmpty && b.failures.isEmpty, s"${a.failures} ${b.failures}")

    test(s"a channel without history is delivered too, without positions ($delivery)"):
      val redis = server()
      val a = node(config(redis.uri).copy(delivery = delivery)).start()
      val b = node(config(redis.uri).copy(delivery = delivery)).start()
      val atB = b.channel("none:x")
      assertEquals(a.publish("none:x", "1"), Published(None))
      assertEquals(atB.next(), "1")
      assertEquals(atB.publications.head.position, Publication.Unplaced)
      assertEquals(a.read("none:x"), HistoryPage(Vector.empty, Publication.Unplaced, complete = true))
  end for

  test("a subscriber gets later publications, not earlier ones, and none after unsubscribing"):
    val a = node(config(server().uri)).start()
    a.publish("news", "old"): Unit
    val first = a.channel("news")
    a.publish("news", "1"): Unit
    assertEquals(first.next(), "1")
    await(a.mediator.unsubscribe(channel("news")))
    val second = a.channel("news")
    a.publish("news", "2"): Unit
    assertEquals(second.next(), "2")
    assert(first.events.isEmpty)

  test("one interest has one intake"):
    val a = node(config(server().uri)).start()
    val _ = a.channel("news")
    intercept[IllegalStateException](a.channel("news"))

  test("patterns get what matches them alone, with its channel and position"):
    val a = node(config(server().uri)).start()
    val one = a.subscribe(Interest.Pattern("/picture/*/likes"))
    val all = a.subscribe(Interest.Pattern("/picture/**"))
    // the same glob for Redis
    val level = a.subscribe(Interest.Pattern("/picture/*"))
    for name <-
        Seq("/picture/1/likes", "/picture/1/2/likes", "/picture/1", "/pictures/1/likes", "/picture/2/likes")
    do
      a.publish(name, name): Unit
    assertEquals(one.next(2), Vector("/picture/1/likes", "/picture/2/likes"))
    assertEquals(
      all.next(4),
      Vector("/picture/1/likes", "/picture/1/2/likes", "/picture/1", "/picture/2/likes")
    )
    assertEquals(level.next(), "/picture/1")
    assertEquals(one.publications.map(_.channel), Vector("/picture/1/likes", "/picture/2/likes"))
    assertEquals(one.publications.map(_.offset), Vector(1L, 1L))
    await(a.mediator.unsubscribe(Interest.Pattern("/picture/**")))
    a.publish("/picture/3", "3"): Unit
    assertEquals(level.next(), "3")
    assert(one.events.isEmpty && all.events.isEmpty)

  test("the same key is published once, and answered with its first position"):
    val redis = server()
    val (a, b) = (node(config(redis.uri)).start(), node(config(redis.uri)).start())
    val atB = b.channel("news")
    val first = a.publish("news", "1", Some("k"))
    val again = b.publish("news", "2", Some("k"))
    assertEquals(again, Published(first.position, duplicate = true))
    assertEquals(a.publish("news", "3", Some("l")).position.map(_.offset), Some(2L))
    assertEquals(atB.next(2), Vector("1", "3"))
    assertEquals(a.publish("none:x", "1", Some("k")), Published(None))
    assertEquals(a.publish("none:x", "1", Some("k")), Published(None, duplicate = true))

  test("a history is read from both ends and from a position, and says when something is missing"):
    val redis = server()
    val a = node(config(redis.uri), Retention(5, 5.minutes)).start()
    val positions = (1 to 8).map(i => a.publish("news", i.toString).position.get)
    val top = positions.last
    def offsets(query: HistoryQuery) =
      val page = a.read("news", query)
      assertEquals(page.top, top)
      (page.publications.map(_.offset), page.complete)
    assertEquals(offsets(HistoryQuery()), (Vector(4L, 5L, 6L, 7L, 8L), true))
    assertEquals(offsets(HistoryQuery(limit = 2)), (Vector(4L, 5L), true))
    assertEquals(offsets(HistoryQuery(limit = 0)), (Vector(), true))
    assertEquals(offsets(HistoryQuery(limit = 2, reverse = true)), (Vector(8L, 7L), true))
    assertEquals(offsets(HistoryQuery(Some(positions(4)))), (Vector(6L, 7L, 8L), true))
    assertEquals(offsets(HistoryQuery(Some(positions(2)))), (Vector(4L, 5L, 6L, 7L, 8L), true))
    assertEquals(offsets(HistoryQuery(Some(positions(1)))), (Vector(4L, 5L, 6L, 7L, 8L), false))
    assertEquals(offsets(HistoryQuery(Some(top))), (Vector(), true))
    assertEquals(offsets(HistoryQuery(Some(positions(1)), limit = 0)), (Vector(), false))
    assertEquals(offsets(HistoryQuery(Some(top.copy(offset = 9)))), (Vector(), false))
    assertEquals(offsets(HistoryQuery(Some(positions(6)), limit = 2, reverse = true)), (Vector(6L, 5L), true))
    assertEquals(offsets(HistoryQuery(Some(positions(3)), reverse = true)), (Vector(), false))
    assertEquals(offsets(HistoryQuery(Some(Position(6, "other"))))._2, false)
    val ofAnother = node(config(redis.uri), Retention(5, 5.minutes)).start()
    assertEquals(ofAnother.read("news").publications.map(_.position), positions.drop(3).toVector)

  test("publications that are too old are not in the history, though the positions stay"):
    val redis = server()
    val a = node(config(redis.uri), Retention(100, 1.second)).start()
    val old = a.publish("news", "old").position.get
    Eventually.until("the publication is too old")(a.read("news").publications.isEmpty)
    val page = a.read("news", HistoryQuery(Some(old)))
    assertEquals((page.top, page.complete), (old, true))
    assertEquals(a.read("news", HistoryQuery(Some(old.copy(offset = 0)))).complete, false)
    assertEquals(a.publish("news", "new").position, Some(old.copy(offset = 2)))

  test("the position of a channel is kept as long as it says, however short the history"):
    val redis = server()
    val a = node(config(redis.uri).copy(positionsKept = 7.days), Retention(100, 1.minute)).start()
    a.publish("news", "1"): Unit
    def left(key: String): Long = redis.commands(_.pttl(s"eddy:{.news}:$key"))
    assert(left("m") > 6.days.toMillis && left("m") <= 7.days.toMillis, s"${left("m")}")
    assert(left("s") > 0 && left("s") <= 1.minute.toMillis, s"${left("s")}")

  test(
    "a channel to which nothing was published is remembered for minutes, and as long as somebody is interested in it"
  ):
    val redis = server()
    val a = node(config(redis.uri)).start()
    def millis(channel: String): Long = redis.commands(_.pttl(s"eddy:{.$channel}:m"))
    assertEquals(a.read("looked-at").top.offset, 0L)
    assert(millis("looked-at") > 0 && millis("looked-at") <= 600_000, s"${millis("looked-at")}")
    for delivery <- deliveries do
      val name = s"quiet$delivery"
      val b = node(config(redis.uri).copy(delivery = delivery)).start()
      val atB = b.channel(name)
      val before = a.read(name).top
      assert(redis.commands(_.pexpire(s"eddy:{.$name}:m", 60_000)))
      b.mediator.parts.nn.renew(0, 1)
      Eventually.until("it is remembered anew")(millis(name) > 60_000)
      assertEquals(a.publish(name, "1").position, Some(before.copy(offset = 1)))
      assertEquals(atB.next(), "1")
      assert(millis(name) > 600_000, s"${millis(name)}")

  test("a channel that is forgotten continues from where it was, and a subscriber misses nothing"):
    for delivery <- deliveries do
      val a = node(config(server().uri).copy(delivery = delivery)).start()
      val atA = a.channel("news")
      val before = a.publish("news", "1").position.get
      assertEquals(atA.next(), "1")
      await(a.mediator.forget("news"))
      assertEquals(a.read("news", HistoryQuery(Some(before))).complete, true)
      assertEquals(
        a.read("news", HistoryQuery(Some(before.copy(offset = before.offset - 1)))).complete,
        false
      )
      val after = a.publish("news", "2").position.get
      assertEquals(after, before.copy(offset = before.offset + 1))
      assertEquals(atA.next(), "2", delivery)
      assertEquals(atA.publications.last.position, after)

  test(
    "publications to a channel while Redis is busy go there together, in order and with their keys"
  ):
    val redis = server()
    val patient = config(redis.uri).copy(answerWithin = 1.minute, heartbeat = 1.minute)
    val (a, b) = (node(patient).start(), node(patient).start())
    val (kept, plain) = (b.channel("news"), b.channel("none:x"))
    def scripts = redis.commands(_.info("commandstats")).linesIterator
      .collectFirst { case s"cmdstat_evalsha:calls=$n,$_" => n.toInt }.get
    val before = scripts
    redis.stopAnswering()
    val sent = for i <- 1 to 90; channel <- Seq("news", "none:x") yield a.send(channel, s"$i", Some(s"k$i"))
    val again = a.send("news", "1", Some("k1"))
    redis.answerAgain()
    val positions = sent.map(await(_).position)
    assertEquals(positions.flatten.map(_.offset).toVector, (1L to 90L).toVector)
    assertEquals(await(again), Published(positions(0), duplicate = true))
    Seq(kept, plain).foreach(in => assertEquals(in.next(90), texts(1 to 90)))
    // for each channel two at once, and the rest together
    assertEquals(scripts - before, 6)

  test("publications beyond the bounds are refused, and none of those that are acknowledged is lost"):
    val redis = server()
    val a = node(config(redis.uri).copy(maxUnanswered = 10)).start()
    redis.stopAnswering()
    val sent = (1 to 30).map(i => a.send("news", i.toString))
    val refused = sent.drop(10).map(f => awaitFailure(f))
    redis.answerAgain()
    assert(refused.forall(_.getMessage.contains("maxUnanswered = 10")), refused.head.toString)
    assertEquals(sent.take(10).map(f => await(f)).map(_.position.get.offset), (1L to 10L).toIndexedSeq)
    assertEquals(a.read("news").publications.size, 10)
    val b = node(config(redis.uri).copy(maxUnansweredBytes = 1024)).start()
    val big = awaitFailure(b.send("news", "x" * 2000))
    assert(big.getMessage.contains("maxUnansweredBytes = 1024"), big.toString)
    assertEquals(b.publish("news", "y").position.map(_.offset), Some(11L))

  test("a thousand channels need three connections, however they are delivered"):
    for delivery <- deliveries do
      val redis = server()
      val a = node(config(redis.uri).copy(delivery = delivery)).start()
      val intake = Recorder()
      (1 to 1000).map(i => a.mediator.subscribe(channel(s"c$i"), intake)).foreach(f => await(f))
      (1 to 1000).map(i => a.send(s"c$i", i.toString)).foreach(f => await(f))
      assertEquals(intake.next(1000).toSet, texts(1 to 1000).toSet)
      val connections = redis.commands(_.clientList).split("\n").count(_.contains("name=eddy-push"))
      assertEquals(connections, 3, delivery)

  test("a password comes from the URI or from a file, and a wrong one is reported at once"):
    val redis = server("--requirepass", "secret")
    val withPassword = node(config(s"redis://:secret@127.0.0.1:${redis.port}")).start()
    assertEquals(withPassword.publish("news", "1").position.map(_.offset), Some(1L))
    val file = Files.writeString(redis.folder.resolve("password"), "secret\n").nn
    val fromFile = node(config(redis.uri).copy(passwordFile = Some(file))).start()
    assertEquals(fromFile.publish("news", "2").position.map(_.offset), Some(2L))
    val wrong = node(config(s"redis://:wrong@127.0.0.1:${redis.port}"))
    val failure = awaitFailure(wrong.mediator.start(wrong))
    assert(failure.getMessage.contains("WRONGPASS"), failure.toString)
    assert(!failure.getMessage.contains("wrong@"), failure.toString)

  test("over TLS it talks to a Redis whose certificate is trusted, and to no other"):
    val folder = Files.createTempDirectory("eddy-redis-tls").nn
    Pem.write(folder, "localhost")
    val (port, chain) = (RedisProcess.free(), folder.resolve("chain.pem").nn)
    val files = Seq("--tls-cert-file", s"$chain", "--tls-key-file", s"${folder.resolve("key.pem")}")
    val tls = Seq("--tls-port", port.toString, "--tls-ca-cert-file", s"$chain", "--tls-auth-clients", "no")
    val _ = server(tls ++ files*)
    val a = node(config(s"rediss://localhost:$port").copy(trust = Some(chain))).start()
    val atA = a.channel("news")
    a.publish("news", "1"): Unit
    assertEquals(atA.next(), "1")
    val b = node(config(s"rediss://localhost:$port"))
    val started = b.mediator.start(b)
    b.states.take() match
      case MediatorState.Down(cause, _) => assert(cause.contains("certification path"), cause)
      case MediatorState.Up => fail("it trusts anybody")
    assert(!started.isCompleted)

  test("a message that is not from Eddy is reported and skipped"):
    val redis = server()
    val a = node(config(redis.uri)).start()
    val atA = a.channel("none:x")
    val _ = redis.commands(_.publish("eddy:{.none:x}", "hello"))
    a.publish("none:x", "1"): Unit
    assertEquals(atA.next(), "1")
    assert(a.failures.toString.contains("not from Eddy"), a.failures.toString)

  test("before start and after close everything is refused with the remedy"):
    val a = node(config(server().uri))
    assert(awaitFailure(a.send("news", "1")).getMessage.contains("not started"))
    a.start().close()
    assert(awaitFailure(a.send("news", "1")).getMessage.contains("closed"))
    assert(awaitFailure(a.mediator.read("news", HistoryQuery())).getMessage.contains("closed"))
end StandaloneSuite
