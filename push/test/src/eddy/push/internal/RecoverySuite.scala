package eddy.push.internal

import eddy.push.*
import eddy.testing.Eventually

/** Subscribers that return with a position. */
class RecoverySuite extends HubSuite:
  test("a returning subscriber gets the missed publications, and then the new ones"):
    val channels = node()
    val first = Witness()
    await(first.subscribe(channels.hub, "kept:a"))
    publish(channels, "kept:a", "1", "2")
    first.told.awaitSize(2)
    channels.hub.unsubscribe("kept:a", first)
    publish(channels, "kept:a", "3", "4", "5")
    val second = Witness()
    val answer = await(second.subscribe(channels.hub, "kept:a", recover = Some(first.last)))
    assert(answer.recovered)
    assertEquals(answer.missed.map(_.message.data.toString).toList, List("3", "4", "5"))
    publish(channels, "kept:a", "6")
    second.told.awaitSize(1)
    assertEquals(second.wrong, null)
    assertEquals(second.texts, List("6"))

  test("a subscriber that has missed nothing has recovered"):
    val channels = node()
    publish(channels, "kept:a", "1")
    val first = Witness()
    val top = await(first.subscribe(channels.hub, "kept:a")).top
    val answer = await(Witness().subscribe(channels.hub, "kept:a", recover = Some(top)))
    assertEquals(answer, Subscribed(top, Vector.empty, recovered = true, positioned = true))

  test("a subscriber that has missed too much, knows another epoch, or a future offset, is not recovered"):
    val short = kept.copy(history = 3)
    val channels = node(config = config.copy(namespaces = Seq(short)))
    publish(channels, "kept:a", "1", "2", "3", "4", "5")
    val epoch = await(Witness().subscribe(channels.hub, "kept:a")).top.epoch
    def recovers(offset: Long, epoch: String) =
      val answer = await(Witness().subscribe(channels.hub, "kept:a", recover = Some(Position(offset, epoch))))
      assertEquals(answer.top.offset, 5L)
      if !answer.recovered then assertEquals(answer.missed, Vector.empty)
      answer.recovered
    assert(recovers(2, epoch))
    assert(!recovers(1, epoch), "2 is gone")
    assert(!recovers(-1, epoch))
    assert(!recovers(5, s"${epoch}x"))
    assert(!recovers(7, epoch), "nobody has seen that")
    assert(!recovers(Long.MaxValue, epoch))
    assert(recovers(5, epoch))
  test("a subscriber with a position beyond the last holds up no other, and many cost one read together"):
    val mediator = ReadingMediator(MemoryMediator())
    val channels = node(mediator)
    publish(channels, "kept:a", "1")
    val first = Witness()
    val top = await(first.subscribe(channels.hub, "kept:a")).top
    mediator.hold()
    val ahead = top.copy(offset = 7)
    val liars = (1 to 50).map(n => Witness(s"liar$n"))
    val answers = liars.map(_.subscribe(channels.hub, "kept:a", recover = Some(ahead)))
    Eventually.until("the read is held")(mediator.held == 1)
    publish(channels, "kept:a", "2", "3")
    first.told.awaitSize(2)
    val honest = Witness()
    await(honest.subscribe(channels.hub, "kept:a", recover = Some(top.copy(offset = 3)))): Unit
    assert(answers.forall(!_.isCompleted))
    mediator.release()
    answers.foreach(answer => assert(!await(answer).recovered))
    // those that came while one looked are looked after together, too
    assert(mediator.reads <= 2, s"${mediator.reads} reads")
    publish(channels, "kept:a", "4")
    (liars :+ honest).foreach: witness =>
      witness.told.awaitSize(1)
      assertEquals(witness.wrong, null)

  test("pages read for returning subscribers are not kept, though somebody stays subscribed"):
    val mediator = ReadingMediator(MemoryMediator())
    val channels = node(mediator)
    val stays = Witness()
    val start = await(stays.subscribe(channels.hub, "kept:a")).top
    publish(channels, "kept:a", (1 to 100).map(_.toString)*)
    val comes = Witness()
    assertEquals(await(comes.subscribe(channels.hub, "kept:a", recover = Some(start))).missed.size, 100)
    channels.hub.unsubscribe("kept:a", comes)
    comes.answer = null
    Eventually.until("the page is let go"):
      System.gc()
      mediator.lastRead.get == null
    publish(channels, "kept:a", "101")
    stays.told.awaitSize(101)
end RecoverySuite
