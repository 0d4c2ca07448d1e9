package eddy.push.internal

import eddy.actor.testkit.Simulation
import eddy.push.*
import eddy.push.internal.Witness.Told
import eddy.testing.Eventually

import scala.concurrent.Future
import scala.concurrent.duration.DurationInt

/** The mediator goes away and comes back, or something is lost on the way. */
class InterruptionSuite extends HubSuite:
  test(
    "a mediator that is away fails what is published at once, and one that says nothing within the time given"
  ):
    Simulation.run(seed = 1): sim =>
      val mediator = InterruptedMediator(MemoryMediator())
      val channels = Channels.start(config.copy(mediatorTimeout = 5.seconds), mediator)
      sim.await(channels.started)
      def refusal(future: Future[?]): PushError = sim.await(future.failed) match
        case refused: PushException => refused.error
        case other => fail(s"failed with $other")
      def publish(text: String) = channels.publish("plain:a", Json(text))
      def subscribe(channel: String) = Witness().subscribe(channels.hub, channel)
      val start = sim.now
      mediator.cut()
      assertEquals(refusal(publish("1")), PushError.Internal)
      assertEquals(refusal(subscribe("plain:a")), PushError.Internal)
      assert(sim.now - start < 5.seconds)
      assert(!channels.isReady)
      assertEquals(channels.unready, Some("mediator memory is away"))
      mediator.cut(hangs = true)
      assertEquals(refusal(publish("1")), PushError.Internal)
      assertEquals(refusal(subscribe("plain:b")), PushError.Internal)
      assert(sim.now - start >= 10.seconds)
      mediator.restore()
      assert(channels.isReady)
      assertEquals(channels.unready, None)
      val witness = Witness()
      sim.await(witness.subscribe(channels.hub, "plain:b")): Unit
      sim.await(channels.publish("plain:b", Json("2"))): Unit
      sim.advance(1.second)
      assertEquals(witness.told.size, 1)
      sim.await(channels.close())

  test(
    "a mediator that is to begin later begins then, and until it does the node is not ready, and says why"
  ):
    val listening = scala.concurrent.Promise[Unit]()
    val channels = Channels.start(config, InterruptedMediator(MemoryMediator()), listening.future)
    try
      assert(!channels.started.isCompleted)
      assertEquals(channels.unready, Some("mediator memory has not answered yet"))
      listening.success(())
      await(channels.started)
      Eventually.until("it is ready", s"${channels.unready}")(channels.isReady)
      publish(channels, "kept:a", "1")
    finally await(channels.close())

  test("channels that are closed before their mediator is to begin never begin it"):
    val listening = scala.concurrent.Promise[Unit]()
    val mediator = InterruptedMediator(MemoryMediator())
    val channels = Channels.start(config, mediator, listening.future)
    await(channels.close())
    assertEquals(error(channels.started), PushError.NotAvailable)
    listening.success(())
    assert(!mediator.isStarted)

  test("publications missed while the service was gone are read from the history"):
    val service = MemoryService()
    val (channels, mediator) = interrupted(service)
    val other = node(MemoryMediator(service))
    val witness = Witness()
    await(witness.subscribe(channels.hub, "kept:a"))
    publish(other, "kept:a", "1")
    witness.told.awaitSize(1)
    mediator.cut()
    publish(other, "kept:a", (2 to 600).map(_.toString)*)
    mediator.restore()
    witness.told.awaitSize(600)
    publish(other, "kept:a", "601")
    witness.told.awaitSize(601)
    assertEquals(witness.wrong, null)
    assert(!witness.isEnded)

  test("a hole in the offsets is filled, though it was not reported"):
    val service = MemoryService()
    val (channels, mediator) = interrupted(service)
    val other = node(MemoryMediator(service))
    val witness = Witness()
    await(witness.subscribe(channels.hub, "kept:a"))
    mediator.dropArrivals()
    publish(other, "kept:a", "1", "2", "3")
    Eventually.until("all three are lost", s"${mediator.loses}")(mediator.loses.get == 3)
    mediator.deliverAgain()
    publish(other, "kept:a", "4")
    witness.told.awaitSize(4)
    assertEquals(witness.texts, List("1", "2", "3", "4"))

  test("subscribers whose gap cannot be filled are ended, and may begin again"):
    val service = MemoryService()
    val config = this.config.copy(namespaces = Seq(kept.copy(history = 5)))
    val mediator = InterruptedMediator(MemoryMediator(service))
    val channels = node(mediator, config)
    val other = node(MemoryMediator(service), config)
    val witness = Witness()
    await(witness.subscribe(channels.hub, "kept:a"))
    mediator.cut()
    publish(other, "kept:a", (1 to 10).map(_.toString)*)
    mediator.restore()
    witness.told.await("end")(_.nonEmpty)
    assertEquals(witness.told.now, Vector(Told.Ended(UnsubscribeCode.Insufficient)))
    val again = Witness()
    val answer = await(again.subscribe(channels.hub, "kept:a", recover = Some(witness.last)))
    assert(!answer.recovered)
    assertEquals(answer.top.offset, 10L)

  test(
    "subscribers of a forgotten history hear the next publication, and others learn that they cannot recover"
  ):
    val channels = node()
    val witness = Witness()
    await(witness.subscribe(channels.hub, "kept:a"))
    publish(channels, "kept:a", "1")
    await(channels.forget("kept:a"))
    publish(channels, "kept:a", "2")
    witness.told.awaitSize(2)
    assertEquals(witness.texts, List("1", "2"))
    assert(!witness.isEnded)
    val again = Witness()
    val missed = witness.last.copy(offset = 0)
    assert(!await(again.subscribe(channels.hub, "kept:a", recover = Some(missed))).recovered)
    val back = await(Witness().subscribe(channels.hub, "kept:a", recover = Some(witness.last)))
    assertEquals((back.recovered, back.missed), (true, Vector.empty))
end InterruptionSuite
