package eddy.push.internal

import eddy.actor.ActorSystem
import eddy.actor.testkit.Simulation
import eddy.push.*
import eddy.push.internal.Witness.Told

import scala.concurrent.duration.DurationInt

/** In simulated time: a node that says nothing is given up after some heartbeats, which take no time here. */
class PresenceSuite extends eddy.testing.PatientSuite:
  private val config = ChannelsConfig(
    Seq(Namespace("", presence = true, joinLeave = true), Namespace("quiet", presence = true)),
    idleTimeout = 0.seconds,
    mediatorTimeout = 1.second
  )

  /** So many nodes of one service, in some orders of events. */
  private def simulated(title: String, nodes: Int = 2, runs: Int = 30)(body: World => Any): Unit =
    test(title):
      Simulation.explore(runs): sim =>
        val service = MemoryService()
        body(World(sim, service, nodes))
      .runs: Unit

  private final class World(val sim: Simulation, service: MemoryService, count: Int)(using ActorSystem):
    def newNode(set: InterruptedMediator => Unit = _ => ()): (Channels, InterruptedMediator) =
      val mediator = InterruptedMediator(MemoryMediator(service))
      set(mediator)
      (Channels.start(config, mediator), mediator)
    val all: Vector[(Channels, InterruptedMediator)] = Vector.fill(count)(newNode())
    def node(i: Int): Channels = all(i)(0)
    def mediator(i: Int): InterruptedMediator = all(i)(1)

    def subscribe(i: Int, name: String, channel: String = "c", joins: Boolean = true): Witness =
      val witness = Witness(name)
      sim.await(witness.subscribe(node(i).hub, channel, joins = joins))
      witness
    def who(i: Int, channel: String = "c"): Set[String] =
      val clients = sim.await(node(i).presence(channel)).map(_.client)
      equal(clients.distinct.size, clients.size)
      clients.toSet
    def beats(n: Int): Unit = sim.advance(config.heartbeat * n)
    def equal[A](obtained: A, expected: A): Unit =
      if obtained != expected then throw AssertionError(s"$obtained, expected $expected")
  end World

  simulated("server code hears who comes and leaves, and has connections of its own be there"): w =>
    val heard = java.util.concurrent.ConcurrentLinkedQueue[PresenceChange]()
    w.sim.await(w.node(0).subscribe("c", presence = Some(change => heard.add(change): Unit))(_ => ()))
    val (near, far) = (ClientInfo("near", "ada"), ClientInfo("far", "bob", Json("""{"name":"Bob"}""")))
    w.node(0).enter("c", near)
    w.node(1).enter("c", far)
    w.beats(1)
    w.equal(w.who(0), Set("near", "far"))
    w.equal(w.who(1), Set("near", "far"))
    w.node(1).leave("c", far)
    w.node(1).leave("c", far)
    w.beats(1)
    w.equal(w.who(0), Set("near"))
    import PresenceChange.{Joined, Left}
    w.equal(heard.toArray.toSet, Set(Joined(near), Joined(far), Left(far)))
    w.equal(heard.size, 3)

  simulated("how many are in a channel is counted on all nodes, and told again for 100 ms"): w =>
    def count(i: Int) = w.sim.await(w.node(i).presenceCount("c"))
    def later() = w.sim.advance(200.millis)
    w.equal(count(0), PresenceCount(0, 0))
    for (client, user, i) <- Seq(("a", "ann", 0), ("b", "ann", 0), ("c", "bob", 0)) do
      w.node(i).enter("c", ClientInfo(client, user))
    w.equal(count(0), PresenceCount(0, 0))
    later()
    w.equal(count(0), PresenceCount(3, 2))
    for (client, user) <- Seq("d" -> "ann", "e" -> "eve", "f" -> "") do
      w.node(1).enter("c", ClientInfo(client, user))
    w.beats(1)
    for i <- 0 to 1 do w.equal(count(i), PresenceCount(6, 4))
    w.node(0).leave("c", ClientInfo("a", "ann"))
    w.node(0).leave("c", ClientInfo("b", "ann"))
    w.node(1).leave("c", ClientInfo("d", "ann"))
    w.beats(1)
    for i <- 0 to 1 do w.equal(count(i), PresenceCount(3, 3))

  simulated("who is in a channel is known on all nodes"): w =>
    val a = w.subscribe(0, "a")
    w.subscribe(0, "b")
    w.subscribe(1, "c")
    w.subscribe(1, "d", "other")
    w.beats(1)
    w.equal(w.who(0), Set("a", "b", "c"))
    w.equal(w.who(1), Set("a", "b", "c"))
    w.equal(w.who(0, "other"), Set("d"))
    w.equal(w.who(0, "empty"), Set.empty)
    w.node(0).hub.unsubscribe("c", a)
    w.beats(1)
    w.equal(w.who(0), Set("b", "c"))
    w.equal(w.who(1), Set("b", "c"))

  simulated("joins and leaves are told to those who want to hear of them, wherever they happen"): w =>
    val (listens, does) = (w.subscribe(0, "listens"), w.subscribe(0, "does not", joins = false))
    w.beats(1)
    val other = w.subscribe(1, "other")
    w.beats(1)
    w.node(1).hub.unsubscribe("c", other)
    w.beats(1)
    w.equal(
      listens.told.now.filter(_ != Told.Joined("listens")).filter(_ != Told.Joined("does not")),
      Vector(Told.Joined("other"), Told.Left("other"))
    )
    w.equal(does.told.now, Vector.empty)
    val quiet = w.subscribe(0, "q", "quiet:c")
    w.subscribe(1, "r", "quiet:c")
    w.beats(1)
    w.equal(quiet.told.now, Vector.empty)
    w.equal(w.who(0, "quiet:c"), Set("q", "r"))

  simulated("a node that comes later knows who was there before", runs = 10): w =>
    (1 to 1200).foreach(i => Witness(s"w$i").subscribe(w.node(0).hub, s"c${i % 3}"): Unit)
    w.subscribe(1, "other", "c0")
    w.beats(1)
    val (late, _) = w.newNode()
    w.beats(2)
    def there(channel: String) = w.sim.await(late.presence(channel)).map(_.client).toSet
    w.equal(there("c0"), (1 to 1200).filter(_ % 3 == 0).map(i => s"w$i").toSet + "other")
    w.equal(there("c1"), (1 to 1200).filter(_ % 3 == 1).map(i => s"w$i").toSet)

  simulated("the clients of a node that ended without a word leave after some heartbeats"): w =>
    val listens = w.subscribe(0, "a")
    w.subscribe(1, "b")
    w.beats(1)
    w.equal(w.who(0), Set("a", "b"))
    w.mediator(1).cut()
    w.beats(2)
    w.equal(w.who(0), Set("a", "b"))
    w.beats(3)
    w.equal(w.who(0), Set("a"))
    w.equal(listens.told.now.count(_ == Told.Left("b")), 1)
    // it was only away
    w.mediator(1).restore()
    w.beats(2)
    w.equal(w.who(0), Set("a", "b"))
    w.equal(w.who(1), Set("a", "b"))

  simulated("the clients of a node that closes leave at once"): w =>
    val listens = w.subscribe(0, "a")
    w.subscribe(1, "b")
    w.beats(1)
    w.sim.await(w.node(1).close())
    w.sim.advance(100.millis)
    w.equal(w.who(0), Set("a"))
    w.equal(listens.told.now.count(_ == Told.Left("b")), 1)

  simulated("while the mediator is away from this node, it gives nobody up"): w =>
    w.subscribe(0, "a")
    w.subscribe(1, "b")
    w.beats(1)
    w.mediator(0).cut()
    w.beats(20)
    w.equal(w.who(0), Set("a", "b"))

  simulated("what was lost on the way is asked for again"): w =>
    w.subscribe(0, "a")
    w.beats(1)
    w.mediator(1).dropArrivals()
    val b = w.subscribe(0, "b")
    w.subscribe(0, "c")
    w.sim.advance(10.millis)
    w.equal(w.who(1), Set("a"))
    w.mediator(1).deliverAgain()
    w.node(0).hub.unsubscribe("c", b)
    w.beats(3)
    w.equal(w.who(1), Set("a", "c"))

  simulated("a node whose channels were taken later than may be hears the others, and is heard", runs = 10):
    w =>
      w.subscribe(0, "a")
      val (late, mediator) = w.newNode(_.saysAfter = config.mediatorTimeout * 2)
      w.beats(1)
      mediator.saysAfter = 0.seconds
      val connection = TestConnection("c1", "ann")
      late.hub.connected(connection)
      w.sim.await(Witness("b").subscribe(late.hub, "c"))
      w.beats(3)
      w.equal(w.who(0), Set("a", "b"))
      w.equal(w.sim.await(late.presence("c")).map(_.client).toSet, Set("a", "b"))
      w.equal(late.isReady, true)
      w.sim.await(w.node(0).disconnect("ann"))
      w.sim.advance(100.millis)
      w.equal(connection.ends.size, 1)

  simulated("who is there is told in parts that are not too long for any mediator", runs = 3): w =>
    val most = 100_000
    w.all.foreach(_(1).mostBytes = most)
    val info = Json(s"\"${"x" * 600}\"")
    (1 to 500).foreach(i => w.node(0).enter("c", ClientInfo(s"w$i", "", info)))
    w.beats(2)
    val (late, _) = w.newNode(_.mostBytes = most)
    w.beats(3)
    w.equal(w.who(1).size, 500)
    w.equal(w.sim.await(late.presence("c")).size, 500)

  simulated("presence can be asked for while the mediator hangs"): w =>
    w.subscribe(0, "a")
    w.mediator(0).cut(hangs = true)
    w.beats(5)
    w.equal(w.who(0), Set("a"))
end PresenceSuite
