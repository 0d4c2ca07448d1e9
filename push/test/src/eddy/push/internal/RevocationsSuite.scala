package eddy.push.internal

import eddy.actor.ActorSystem
import eddy.actor.testkit.Simulation
import eddy.push.*

import java.time.Instant
import scala.concurrent.duration.DurationInt

/** In simulated time: which tokens are good no more, every node knows as long as it matters, also one that
  * starts late.
  */
class RevocationsSuite extends eddy.testing.PatientSuite:
  private val config = ChannelsConfig(mediatorTimeout = 1.second)
  private val inAYear = Instant.now.nn.plusSeconds(365L * 24 * 3600)
  private val token = Credential("ann", "t1", 100)

  private def simulated(title: String)(body: Simulation => ActorSystem ?=> Any): Unit =
    test(title)(Simulation.explore(runs = 3)(sim => body(sim)).runs: Unit)

  private def check(what: String)(holds: Boolean): Unit = if !holds then throw AssertionError(s"not: $what")

  simulated("a node whose first look at them fails is not ready, and looks again"): sim =>
    val service = MemoryService()
    sim.await(Channels.start(config, MemoryMediator(service)).revokeToken("t1", inAYear))
    val mediator = InterruptedMediator(MemoryMediator(service))
    mediator.failingReads.set(1)
    val late = Channels.start(config, mediator)
    sim.await(late.started)
    check("it knows nothing")(!late.isReady && !late.hub.isRevoked(token))
    sim.advance(config.heartbeat * 2)
    check("it knows the token")(late.isReady && late.hub.isRevoked(token))

  simulated("however many users are put out after it, a revoked token is known"): sim =>
    val service = MemoryService()
    val first = Channels.start(config, MemoryMediator(service))
    sim.await(first.revokeToken("t1", inAYear))
    (1 to 10_001).foreach(i => first.disconnect(s"user $i"): Unit)
    (1 to 2500).foreach(i => sim.await(first.revokeUser(s"user $i", inAYear)))
    sim.advance(1.second)
    val late = Channels.start(config, MemoryMediator(service))
    sim.advance(1.second)
    check("it knows the token")(late.hub.isRevoked(token))
    check("it knows the last user")(late.hub.isRevoked(Credential("user 2500", "", 0)))

  simulated("a token is revoked for longer than any history is kept"): sim =>
    val service = MemoryService()
    val first = Channels.start(config, MemoryMediator(service))
    sim.await(first.revokeToken("t1", inAYear))
    sim.advance(40.days)
    val late = Channels.start(config, MemoryMediator(service))
    sim.advance(1.second)
    check("it knows the token")(late.hub.isRevoked(token))

  simulated("where nodes share no history, one that starts is told by the others"): sim =>
    val service = MemoryService()
    val others = Seq.fill(3)(Channels.start(config, UnsharedMediator(service)))
    sim.await(others.head.revokeToken("t1", inAYear))
    sim.await(others.head.revokeUser("bob", inAYear, Instant.ofEpochSecond(50)))
    val late = Channels.start(config, UnsharedMediator(service))
    sim.advance(config.heartbeat * 2)
    check("it knows the token")(late.hub.isRevoked(token))
    check("it knows the user's old tokens")(late.hub.isRevoked(Credential("bob", "t2", 50)))
    check("it takes the user's new ones")(!late.hub.isRevoked(Credential("bob", "t2", 51)))

  simulated("who has come back with a newer token stays when the node hears again of the older ones"): sim =>
    val mediator = InterruptedMediator(MemoryMediator())
    val node = Channels.start(config, mediator)
    val (old, newer) = (TestConnection("c1", "ann", "t1", 100), TestConnection("c2", "ann", "t2", 200))
    node.hub.connected(old)
    node.hub.connected(newer)
    sim.await(node.revokeUser("ann", inAYear, Instant.ofEpochSecond(150)))
    mediator.cut()
    mediator.restore()
    sim.advance(1.second)
    check("the old one was ended once")(old.ends.now == Vector((3500, "invalid token")))
    check("the newer one was not")(newer.ends.size == 0)
end RevocationsSuite
