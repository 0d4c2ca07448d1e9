package eddy.push.internal

import eddy.actor.testkit.Simulation
import eddy.push.*

import scala.collection.mutable
import scala.concurrent.Future
import scala.concurrent.duration.DurationInt

/** Histories that continue in another epoch, as when the node that numbered them is lost. */
class LineageSuite extends HubSuite:
  private def renaming(): (Channels, RenamingMediator) =
    val mediator = RenamingMediator(MemoryMediator())
    (node(mediator), mediator)

  private def stream(channels: Channels, sink: TestSink): TestSink =
    val stream = channels.streams.open("kept:a", kept, sink)
    stream.start(
      await(channels.hub.subscribe("kept:a", stream, ClientInfo("c", "u"), None, false)),
      sendMissed = false
    )
    sink

  test("subscribers whose client learns of the epoch continue, without a notification"):
    val (channels, mediator) = renaming()
    val heard = Happenings[Publication]()
    val subscription = await(channels.subscribe("kept:a")(heard.add))
    val sink = stream(channels, TestSink())
    publish(channels, "kept:a", "1", "2")
    heard.awaitSize(2)
    mediator.goOn()
    publish(channels, "kept:a", "3")
    heard.awaitSize(3)
    mediator.goOn()
    publish(channels, "kept:a", "4")
    assertEquals(heard.awaitSize(4).map(_.offset), Vector(1L, 2L, 3L, 4L))
    assertEquals(heard.now.map(_.position.epoch).distinct.size, 3)
    sink.await("all")(sink.count == 4)
    assert(!subscription.ended.isCompleted && !sink.over.isDone)

  test(
    "one whose client does not is ended by the first publication of another epoch, and continues from its position"
  ):
    val (channels, mediator) = renaming()
    val sink = stream(channels, TestSink(tellsEpochs = false))
    publish(channels, "kept:a", "1", "2")
    sink.await("all")(sink.count == 2)
    val seen = sink.taken.last.position
    mediator.goOn()
    // shows that the channel knows of it
    assertNotEquals(await(Witness().subscribe(channels.hub, "kept:a")).top.epoch, seen.epoch)
    assert(!sink.over.isDone, "nothing was published since")
    publish(channels, "kept:a", "3")
    assertEquals(await(sink.over), StreamState.Insufficient)
    assertEquals(sink.texts, Vector("1", "2"))
    val again = await(Witness().subscribe(channels.hub, "kept:a", Some(seen)))
    assertEquals((again.recovered, again.missed.map(_.offset)), (true, Vector(3L)))
    val beyond = await(Witness().subscribe(channels.hub, "kept:a", Some(seen.copy(offset = 3))))
    assert(!beyond.recovered, "the epoch before has given no third one")

  private final class Life(val witness: Witness, val recover: Option[Position]):
    var hasLeft = false
    var asked: Future[Subscribed] = Future.never

  test("however events fall, everybody hears everything once and in order, is never ended, and recovers"):
    val explored = Simulation.explore(runs = 200): sim =>
      val random = sim.random
      val mediator = RenamingMediator(MemoryMediator())
      val settings = ChannelsConfig(
        // a step may be a minute
        Seq(Namespace("", history = 1000, historyTtl = 1.day)),
        idleTimeout = if random.nextBoolean() then 1.second else 0.seconds,
        intakeMessages = 8
      )
      val node = Channels.start(settings, mediator)
      // a channel in which nothing was published is soon forgotten, and its epoch with it
      val _ = node.publish("c", Json("0"))
      sim.runUntilIdle()
      val lives = mutable.ArrayBuffer.empty[Life]
      for _ <- 1 to 60 do
        random.nextInt(8) match
          case 0 | 1 | 2 => for _ <- 0 to random.nextInt(4) do node.publish("c", Json("1")): Unit
          case 3 | 4 =>
            val before = lives.filter(l => l.witness.answer != null && l.hasLeft)
            val recover = Option.when(before.nonEmpty)(before(random.nextInt(before.size)).witness.last)
            val life = Life(Witness(s"w${lives.size}"), recover)
            lives += life
            life.asked = life.witness.subscribe(node.hub, "c", recover)
          case 5 =>
            lives.find(l => !l.hasLeft && l.witness.answer != null).foreach: life =>
              life.hasLeft = true
              node.hub.unsubscribe("c", life.witness)
          case 6 => mediator.goOn()
          case _ => for _ <- 0 to random.nextInt(20) do sim.step(): Unit
      sim.runUntilIdle()
      val _ = node.publish("c", Json("2"))
      sim.runUntilIdle()
      val top = sim.await(node.history("c", HistoryQuery(limit = 0))).top
      lives.foreach: life =>
        val witness = life.witness
        val wrong = witness.wrong
        if wrong != null then throw AssertionError(wrong)
        if witness.isEnded then throw AssertionError(s"${witness.name} was ended")
        val answer = witness.answer
        if answer == null then throw AssertionError(s"${witness.name} has no answer")
        for from <- life.recover do
          if !answer.recovered || answer.top.offset - answer.missed.size != from.offset then
            throw AssertionError(s"${witness.name} comes back from $from and was given $answer")
        if !life.hasLeft && witness.last != top then
          throw AssertionError(s"${witness.name} has heard up to ${witness.last} of $top")
      sim.expectNoFailures()
    assert(explored.orders > 100, s"only ${explored.orders} different orders")
end LineageSuite
