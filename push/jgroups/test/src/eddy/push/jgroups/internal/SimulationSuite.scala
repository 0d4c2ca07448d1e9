package eddy.push.jgroups.internal

import eddy.actor.ActorSystem
import eddy.push.TestNode
import eddy.runtime.{Engine, EngineConfig}

import scala.concurrent.duration.DurationInt
import scala.util.Random

/** Many orders in which messages, views, deaths and partings may come. The seed of one that failed is in its
  * message; `EDDY_TEST_SEED` tries it alone and tells what happens, `EDDY_TEST_ROUNDS` tries so many times
  * more.
  */
class SimulationSuite extends eddy.testing.PatientSuite:
  private val engine = Engine.start(EngineConfig("jgroups-simulation", workers = 1))
  private given system: ActorSystem = ActorSystem(engine)
  override def afterAll(): Unit = await(engine.shutdown(10.seconds)): Unit

  private val rounds = eddy.testing.TestLength.rounds(short = 1000, full = 10_000)
  private val only = sys.env.get("EDDY_TEST_SEED").map(_.toLong)

  test("when nodes come, leave and die one at a time, nothing is lost, doubled, or seen and then another"):
    everySeed: (random, network, clients) =>
      run(random, network, clients):
        if network.isWhole then
          val nodes = network.living
          if nodes.size > 1 && random.nextBoolean() then network.crash(nodes(random.nextInt(nodes.size)))
          else if nodes.size < 5 then network.join(): Unit
      clients.checkAnswered()
      clients.checkNothingLost()
      clients.checkAgreement()

  test("when nodes are parted as well, all agree in the end, and a position means one thing"):
    everySeed: (random, network, clients) =>
      if random.nextInt(4) == 0 then network.mostRecent = random.nextInt(5)
      run(random, network, clients):
        random.nextInt(4) match
          case 0 if network.living.size > 1 =>
            network.crash(network.living(random.nextInt(network.living.size)))
          case 1 if network.living.size < 6 => network.join(): Unit
          case 2 => network.heal()
          case _ => network.split()
      clients.checkAgreement()

  test("messages lost on their way are requested again"):
    everySeed: (random, network, clients) =>
      network.isLossy = true
      run(random, network, clients):
        if network.living.size < 4 then network.join(): Unit
        else network.crash(network.living(random.nextInt(4)))
        network.askAgain()
      network.isLossy = false
      network.askAgain()
      network.settle()
      clients.readAll()
      network.settle()
      clients.checkAgreement()

  test("a node that receives the histories holds up no other"):
    everySeed: (_, network, clients) =>
      val first = network.join()
      network.settle()
      clients.listenToAll(first)
      network.held = SimulatedNetwork.Kind.Histories
      network.join(): Unit
      network.settle()
      for _ <- 1 to 10 do
        clients.publish(first)
        clients.read(first)
      clients.checkAnswered()
      assertEquals(clients.heardBy(first).size, 10)
      network.held = null
      network.settle()
      clients.readAll()
      network.settle()
      clients.checkAgreement()

  private def run(random: Random, network: SimulatedNetwork, clients: SimulatedClients)(happens: => Unit) =
    def any = network.living(random.nextInt(network.living.size))
    network.join(): Unit
    // how slow messages are, and how much happens meanwhile, is another each time
    val (steps, slow, rarely) = (50 + random.nextInt(400), 1 + random.nextInt(4), 2 + random.nextInt(20))
    for _ <- 1 to steps do
      random.nextInt(2 + 6 / slow) match
        case 0 =>
          random.nextInt(8) match
            case 0 | 1 => clients.read(any)
            case 2 => clients.listen(any)
            case _ => clients.publish(any)
        case 1 if random.nextInt(rarely) == 0 => happens
        case _ => network.step(): Unit
    network.heal()
    network.settle()
    clients.readAll()
    network.settle()

  private def note(what: => String): Unit = if only.nonEmpty then println(what)

  private def everySeed(body: (Random, SimulatedNetwork, SimulatedClients) => Unit): Unit =
    val failed = only.fold(1L to rounds)(one => one to one).flatMap: seed =>
      val random = Random(seed)
      val network = SimulatedNetwork(random, () => TestNode(system), note)
      try
        body(random, network, SimulatedClients(random, network, note))
        None
      catch case wrong: Throwable => Some(seed -> wrong)
      finally network.close()
    for (seed, wrong) <- failed.headOption do
      throw AssertionError(s"${failed.size} seeds, such as $seed: ${wrong.getMessage}", wrong)
end SimulationSuite
