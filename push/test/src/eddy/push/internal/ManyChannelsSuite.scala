package eddy.push.internal

import eddy.actor.testkit.Simulation
import eddy.push.*

import scala.concurrent.duration.DurationInt

/** Clients can name any number of channels: their memory in a node is bounded, and freed soon. */
class ManyChannelsSuite extends HubSuite:
  test(
    "beyond the limit of channels, new ones are refused with 111, and the present ones continue"
  ):
    val channels = node(config = config.copy(maxChannels = 3))
    val witnesses = (1 to 3).map(n => Witness(s"w$n"))
    for (witness, n) <- witnesses.zipWithIndex do await(witness.subscribe(channels.hub, s"kept:$n")): Unit
    assertEquals(error(Witness("more").subscribe(channels.hub, "kept:more")), PushError.TooManyRequests)
    assertEquals(error(channels.subscribe("kept:more")(_ => ())), PushError.TooManyRequests)
    assertEquals(channels.core.node.stats.refusedBy(111), 1L)
    val again = Witness("again")
    await(again.subscribe(channels.hub, "kept:0"))
    publish(channels, "kept:0", "1")
    again.told.awaitSize(1)
    channels.hub.unsubscribe("kept:1", witnesses(1))
    awaitNoChannel(channels, "kept:1")
    await(Witness("more").subscribe(channels.hub, "kept:more")): Unit

  test("channels in which nothing was published are forgotten after minutes, those with publications later"):
    Simulation.run(seed = 7): sim =>
      val service = MemoryService()
      val channels = Channels.start(config.copy(heartbeat = 1.minute), MemoryMediator(service))
      def come(name: String): Witness =
        val witness = Witness(name)
        sim.await(witness.subscribe(channels.hub, name)): Unit
        witness
      sim.await(channels.publish("kept:published", Json("1"))): Unit
      val stays = come("kept:stays")
      for n <- 1 to 200 do channels.hub.unsubscribe(s"kept:$n", come(s"kept:$n"))
      sim.advance(9.minutes)
      assert(service.size >= 202, s"${service.size}")
      // a subscriber that returns meanwhile has missed nothing
      val before = sim.await(channels.history("kept:5", HistoryQuery(limit = 0))).top
      sim.advance(3.minutes)
      val own = 4
      assert(service.size <= 2 + own, s"${service.size}")
      assertNotEquals(sim.await(channels.history("kept:5", HistoryQuery(limit = 0))).top.epoch, before.epoch)
      sim.await(channels.publish("kept:stays", Json("2"))): Unit
      sim.runUntilIdle()
      assert(!stays.isEnded)
      assertEquals(stays.texts, List("2"))
      assertEquals(sim.await(channels.history("kept:published", HistoryQuery(limit = 0))).top.offset, 1L)
      sim.await(channels.close())
end ManyChannelsSuite
