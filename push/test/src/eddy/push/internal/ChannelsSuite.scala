package eddy.push.internal

import eddy.push.*
import eddy.push.internal.Witness.Told
import eddy.testing.Eventually

import java.util.concurrent.CountDownLatch
import scala.concurrent.duration.DurationInt

class ChannelsSuite extends HubSuite:
  test("a subscriber receives the publications after the position in its answer, on any node"):
    val service = MemoryService()
    val (one, two) = (node(MemoryMediator(service)), node(MemoryMediator(service)))
    publish(one, "kept:a", "1", "2")
    val witness = Witness()
    val answer = await(witness.subscribe(two.hub, "kept:a"))
    assertEquals(answer.top.offset, 2L)
    assert(answer.positioned)
    assert(!answer.recovered)
    publish(one, "kept:a", "3")
    publish(two, "kept:a", "4")
    witness.told.awaitSize(2)
    assertEquals(witness.texts, List("3", "4"))
    assertEquals(witness.wrong, null)

  test("channels without history have no positions, and deliver nevertheless"):
    val channels = node()
    val witness = Witness()
    val answer = await(witness.subscribe(channels.hub, "plain:a", recover = Some(Position(3, "x"))))
    assertEquals(
      answer,
      Subscribed(Publication.Unplaced, Vector.empty, recovered = false, positioned = false)
    )
    publish(channels, "plain:a", "1")
    witness.told.awaitSize(1)
    assertEquals(await(channels.publish("plain:a", Json("2"))), Published(None))

  test("there is one interest for a channel however many subscribe, dropped when the last has left"):
    val (channels, mediator) = interrupted()
    val witnesses = (1 to 100).map(i => Witness(s"w$i"))
    witnesses.map(_.subscribe(channels.hub, "plain:a")).foreach(await(_))
    assertEquals(mediator.subscribes.get, 1)
    assert(mediator.interests.contains(Interest.Channel("plain:a")))
    witnesses.tail.foreach(channels.hub.unsubscribe("plain:a", _))
    publish(channels, "plain:a", "1")
    witnesses.head.told.awaitSize(1)
    assertEquals(mediator.unsubscribes.get, 0)
    channels.hub.unsubscribe("plain:a", witnesses.head)
    awaitNoChannel(channels, "plain:a")
    Eventually.until("the interest is dropped", s"${mediator.interests}"):
      mediator.unsubscribes.get == 1 && !mediator.interests.contains(Interest.Channel("plain:a"))
    // and all of it again
    val again = Witness()
    await(again.subscribe(channels.hub, "plain:a"))
    publish(channels, "plain:a", "2")
    again.told.awaitSize(1)
    assert(witnesses.tail.forall(_.texts.isEmpty), "who has left hears nothing")

  test("a pattern hears all channels that match, and has no positions"):
    val channels = node(config = config.copy(namespaces = Seq(Namespace("picture", history = 10))))
    val (likes, one) = (Witness("likes"), Witness("one"))
    val answer = await(likes.subscribe(channels.hub, "/picture/*/likes"))
    assert(!answer.positioned)
    await(one.subscribe(channels.hub, "/picture/1/likes"))
    publish(channels, "/picture/1/likes", "1")
    publish(channels, "/picture/2/likes", "2")
    publish(channels, "/picture/2/comments", "3")
    publish(channels, "/picture/3/likes", "4")
    likes.told.awaitSize(3)
    assertEquals(
      likes.heard.map(_.channel).toList,
      List("/picture/1/likes", "/picture/2/likes", "/picture/3/likes")
    )
    assertEquals(likes.heard.map(_.position).distinct, Vector(Publication.Unplaced))
    assertEquals(one.texts, List("1"))
    assertEquals(error(channels.publish("/picture/*/likes", Json("1"))), PushError.BadRequest)

  test("a pattern hears channels of its own namespace only, and none that need a token"):
    val config = this.config.copy(namespaces = Seq(Namespace(presence = true), kept))
    val channels = node(config = config)
    val all = Witness("all")
    await(all.subscribe(channels.hub, "**"))
    val other = Witness("other")
    await(other.subscribe(channels.hub, "kept:a"))
    publish(channels, "kept:a", "1")
    publish(channels, "$secret", "2")
    publish(channels, "open", "3")
    other.told.awaitSize(1)
    assertEquals(all.told.await("the open one")(_.nonEmpty).size, 1)
    publish(channels, "open", "4")
    all.told.awaitSize(2)
    assertEquals(all.texts, List("3", "4"))

  test("one key is published once"):
    val channels = node()
    val witness = Witness()
    await(witness.subscribe(channels.hub, "kept:a"))
    val options = PublishOptions(key = Some("k"))
    val first = await(channels.publish("kept:a", Json("1"), options))
    val second = await(channels.publish("kept:a", Json("1"), options))
    publish(channels, "kept:a", "2")
    witness.told.awaitSize(2)
    assertEquals(second, first.copy(duplicate = true))
    assertEquals(witness.texts, List("1", "2"))

  test("names, namespaces and data that cannot be are refused with their numbers"):
    val channels = node()
    def of(channel: String, data: Json = Json("1")) = error(channels.publish(channel, data))
    assertEquals(of(""), PushError.BadRequest)
    assertEquals(of("kept:a\u0001"), PushError.BadRequest)
    assertEquals(of("x" * 256), PushError.BadRequest)
    assertEquals(of("é" * 128), PushError.BadRequest)
    assertEquals(of("kept:\ud83d"), PushError.BadRequest)
    assertEquals(of("unknown:a"), PushError.UnknownChannel)
    assertEquals(of("/unknown/a"), PushError.UnknownChannel)
    assertEquals(of(ChannelNames.Gossip), PushError.BadRequest)
    assertEquals(of("kept:a", Json.none), PushError.BadRequest)
    assertEquals(of("kept:a", Json("1" * 65_537)), PushError.LimitExceeded)
    def tagged(tags: (String, String)*) =
      error(channels.publish("kept:a", Json("1"), PublishOptions(tags = tags.toMap)))
    assertEquals(tagged((0 to MessageCodec.MaxTags).map(i => s"$i" -> "x")*), PushError.LimitExceeded)
    assertEquals(tagged("a" -> "x" * 65_536), PushError.LimitExceeded)
    assertEquals(error(channels.history("plain:a")), PushError.NotAvailable)
    assertEquals(error(channels.presence("plain:a")), PushError.NotAvailable)
    assertEquals(error(Witness().subscribe(channels.hub, "unknown:a")), PushError.UnknownChannel)
    assert(channels.hub.namespace("kept:a") == Right(kept))
    assert(channels.hub.namespace("unknown:a") == Left(PushError.UnknownChannel))
    // those that somebody received
    assertEquals(channels.core.node.stats.refusedBy(102), 2L)

  test("publications pending for a busy channel are handed over together, in order with all else"):
    for channel <- Seq("kept:a", "plain:a") do
      val channels = node()
      val told = Happenings[String]()
      val (entered, go) = (CountDownLatch(1), CountDownLatch(1))
      val one = new Subscriber:
        def publication(encoded: Encoded): Unit =
          entered.countDown()
          go.await()
          told.add(encoded.publication.message.data.toString)
        override def publications(batch: Batch): Boolean =
          told.add(batch.items.map(_.publication.message.data).mkString("together ", " ", ""))
          true
        def joined(who: ClientInfo): Unit = ()
        def left(who: ClientInfo): Unit = ()
        def ended(code: UnsubscribeCode): Unit = ()
      await(channels.hub.subscribe(channel, one, ClientInfo("b", ""), None, false))
      publish(channels, channel, "1")
      await(entered)
      publish(channels, channel, "2", "3", "4")
      val late = Witness()
      val joined = late.subscribe(channels.hub, channel)
      publish(channels, channel, "5")
      // one of the two would be too much at once
      publish(channels, channel, s"\"${"6" * 20_000}\"", s"\"${"7" * 20_000}\"")
      go.countDown()
      await(joined)
      val heard = told.awaitSize(4).map(_.take(20))
      assertEquals(heard.take(2), Vector("1", "together 2 3 4"))
      assertEquals(heard(2).take(18), s"together 5 \"666666", channel)
      late.told.awaitSize(3)
      assertEquals(late.texts.map(_.take(2)), List("5", "\"6", "\"7"))
      // counted once everybody has it
      val stats = channels.core.node.stats
      Eventually.until("all are counted", s"${stats.deliveries}, ${stats.rtt.count}"):
        stats.deliveries.sum >= 7 + 3 && stats.rtt.count >= 7
      assertEquals(channels.core.node.stats.deliveries.sum, 7L + 3L)
      assertEquals(channels.core.node.stats.rtt.count, 7L)

  test("a subscriber that throws harms no other"):
    val channels = node()
    val bad = new Subscriber:
      def publication(encoded: Encoded): Unit = throw IllegalStateException("on purpose")
      def joined(who: ClientInfo): Unit = ()
      def left(who: ClientInfo): Unit = ()
      def ended(code: UnsubscribeCode): Unit = ()
    await(channels.hub.subscribe("plain:a", bad, ClientInfo("b", ""), None, false))
    val witness = Witness()
    await(witness.subscribe(channels.hub, "plain:a"))
    publish(channels, "plain:a", "1", "2")
    witness.told.awaitSize(2)
    val failures = channels.core.node.stats.failures
    Eventually.until("both are counted", s"$failures")(failures.sum == 2)

  test("one subscriber cannot be in a channel twice"):
    val channels = node()
    val witness = Witness()
    await(witness.subscribe(channels.hub, "plain:a"))
    assertEquals(error(witness.subscribe(channels.hub, "plain:a")), PushError.AlreadySubscribed)
    publish(channels, "plain:a", "1")
    witness.told.awaitSize(1)

  test("while a subscriber that slows publishers has no room, publications are not done"):
    val channels = node(config = config.copy(namespaces = Seq(plain)))
    val witness = Witness(slows = true)
    await(Witness("other").subscribe(channels.hub, "plain:a"))
    await(witness.subscribe(channels.hub, "plain:a"))
    publish(channels, "plain:a", "1")
    channels.hub.slow("plain:a", witness, full = true)
    val waiting = channels.publish("plain:a", Json("2"))
    witness.told.awaitSize(2)
    val later = channels.publish("plain:a", Json("3"))
    witness.told.awaitSize(3)
    assert(!waiting.isCompleted && !later.isCompleted)
    channels.hub.slow("plain:a", witness, full = false)
    await(waiting)
    await(later)
    channels.hub.slow("plain:a", witness, full = true)
    val last = channels.publish("plain:a", Json("4"))
    channels.hub.unsubscribe("plain:a", witness)
    await(last): Unit
    // nothing slows them any more
    channels.hub.slow("plain:a", witness, full = true)
    publish(channels, "plain:a", "5")

  test("a channel without subscribers stays active for the configured time"):
    val (channels, mediator) =
      val mediator = InterruptedMediator(MemoryMediator())
      (node(mediator, config.copy(idleTimeout = 10.minutes)), mediator)
    val witness = Witness()
    await(witness.subscribe(channels.hub, "plain:a"))
    channels.hub.unsubscribe("plain:a", witness)
    val again = Witness()
    await(again.subscribe(channels.hub, "plain:a"))
    assertEquals(mediator.subscribes.get, 1)
    assertEquals(mediator.unsubscribes.get, 0)

  test("when it closes, subscribers are ended, and everything after is refused"):
    val channels = node()
    val witness = Witness()
    await(witness.subscribe(channels.hub, "kept:a"))
    await(channels.close())
    assertEquals(witness.told.awaitSize(1), Vector(Told.Ended(UnsubscribeCode.Insufficient)))
    assertEquals(error(channels.publish("kept:a", Json("1"))), PushError.NotAvailable)
    assertEquals(error(Witness().subscribe(channels.hub, "kept:a")), PushError.NotAvailable)
    awaitNoChannel(channels, "kept:a")
    assert(channels.close().isCompleted, "who closes again waits for nobody who has ended")
end ChannelsSuite
