package eddy.remote.testkit

import eddy.actor.testkit.{Explored, Simulation}
import eddy.remote.NodeConfig
import eddy.remote.testkit.internal.SimulatedNetwork

import scala.collection.mutable
import scala.concurrent.duration.{DurationInt, DurationLong, FiniteDuration}

/** Nodes on machines of their own in one [[Simulation]]: engines, actors, sessions and picklers are real, the
  * network and the time are not. The seed decides the order of all events and the latencies. Time passes
  * only in the simulation.
  *
  * Made by [[SimulatedCluster.run]] and [[SimulatedCluster.explore]]. Its methods are for the test's own
  * thread.
  */
final class SimulatedCluster private (val sim: Simulation, settings: NodeConfig => NodeConfig):
  private val network = new SimulatedNetwork(sim.system.engine, sim.random)
  private val all = mutable.LinkedHashMap.empty[String, SimulatedNode]
  private var begin: SimulatedNode => Unit = _ => ()
  // faults that the test has made itself
  private val byHand = new AnyRef
  // of disturbances: those of an earlier number are over
  private var disturbance = 0

  /** In the order in which they were started. */
  def nodes: Vector[SimulatedNode] = all.values.toVector

  /** @throws NoSuchElementException if no node has that name */
  def node(name: String): SimulatedNode = all.getOrElse(
    name,
    throw new NoSuchElementException(
      s"there is no node \"$name\", but ${all.keys.mkString(", ")}: start it first"
    )
  )

  /** Starts another node. The nodes before it are its seeds.
    *
    * @param config changes the settings
    */
  def start(name: String)(config: NodeConfig => NodeConfig = identity): SimulatedNode =
    require(!all.contains(name), s"there is a node \"$name\": use another name, or restart it")
    val made =
      new SimulatedNode(name, this, network, all.keys.toVector, settings.andThen(config), begin(_))
    all(name) = made
    begin(made)
    made

  /** Runs `act` for each node that runs, and for each that is started from now on, also again: it starts the
    * actors that the program has on each node.
    */
  def onStart(act: SimulatedNode => Unit): Unit =
    val before = begin
    begin = node =>
      before(node)
      act(node)
    nodes.filterNot(_.isDown).foreach(act)

  /** Runs until each running node has a session with each other one. A node that the program has stopped
    * counts as running until it is killed.
    *
    * @throws AssertionError if that takes more than `timeout` of the simulation's time
    */
  def awaitConnected(timeout: FiniteDuration = 1.minute): Unit =
    sim.runUntil("all nodes are connected", timeout)(isConnected)

  private def isConnected: Boolean =
    val running = nodes.filter(_.isRunning)
    running.forall(one =>
      one.node.peers.map(p => (p.name, p.incarnation)) ==
        running.filter(_ ne one).map(other => (other.name, other.node.incarnation)).toSet
    )

  // --- the network -----------------------------------------------------------------------------------------

  /** What packets need from one node to another. It is 0 to 3 ms at first.
    *
    * @param bandwidth bytes a second; 0 is without limit
    */
  def setLink(from: String, to: String)(
      least: FiniteDuration,
      most: FiniteDuration,
      bandwidth: Long = 0
  ): Unit =
    require(least <= most, s"least = $least: must not be more than most = $most")
    val link = network.link(node(from).name, node(to).name)
    link.least = least
    link.most = most
    link.bandwidth = bandwidth

  /** Breaks the connections between two nodes. Some of the packets under way arrive. The nodes connect again.
    */
  def reset(one: String, other: String): Unit = network.reset(node(one).name, node(other).name)

  /** From now on nothing arrives from one node at another, without notice. Messages sent meanwhile
    * arrive after [[heal]], if the connection lasts so long.
    */
  def silence(from: String, to: String): Unit = network.cut(node(from).name, node(to).name, byHand)

  /** From now on nothing arrives from one part of the nodes at the others, nor back. */
  def part(part: Set[String]): Unit = cut(part, byHand)

  private def cut(part: Set[String], by: AnyRef): Unit =
    for
      one <- nodes.map(_.name)
      other <- nodes.map(_.name)
      if part(one) != part(other)
    do network.cut(one, other, by)

  /** Ends all silences and partitions. */
  def heal(): Unit = network.healAll()

  // --- faults at random ------------------------------------------------------------------------------------

  /** Until [[calm]], one of `faults` happens from time to time, to nodes that the seed chooses.
    *
    * @param interval between two faults, on average
    */
  def disturb(interval: FiniteDuration)(faults: Fault*): Unit =
    require(faults.nonEmpty, "faults is empty: name at least one kind")
    disturbance += 1
    val mine = disturbance
    def next(): Unit =
      later((interval.toNanos * 2 * sim.random.nextDouble()).toLong.nanos):
        if mine == disturbance then
          happen(faults(sim.random.nextInt(faults.size)))
          next()
    next()

  /** Ends [[disturb]], heals the network, and starts the nodes again that are down. */
  def calm(): Unit =
    disturbance += 1
    heal()
    nodes.foreach(node => if node.isDown then node.restart() else node.machine.thaw())

  private def happen(fault: Fault): Unit =
    val one = nodes(sim.random.nextInt(nodes.size))
    val others = nodes.filter(_ ne one)
    def other = others(sim.random.nextInt(others.size))
    fault match
      case Fault.Reset => if others.nonEmpty then reset(one.name, other.name)
      case Fault.Silence(lasts) =>
        if others.nonEmpty then lasting(lasts)(network.cut(one.name, other.name, _))
      case Fault.Partition(lasts) =>
        val some = nodes.map(_.name).filter(_ => sim.random.nextBoolean()).toSet
        lasting(lasts)(cut(some, _))
      case Fault.Freeze(lasts) => if one.isRunning then one.freeze(lasts)
      case Fault.Kill(after) => goesDown(one, after)(one.kill())
      case Fault.Crash(after) => goesDown(one, after)(one.crash())

  private def lasting(time: FiniteDuration)(begin: AnyRef => Unit): Unit =
    val fault = new AnyRef
    begin(fault)
    later(time)(network.heal(fault))

  private def goesDown(node: SimulatedNode, after: FiniteDuration)(down: => Unit): Unit = if !node.isDown then
    down
    val mine = disturbance
    // or the test has started it meanwhile
    later(after)(if mine == disturbance && node.isDown then node.restart())

  private[testkit] def later(delay: FiniteDuration)(act: => Unit): Unit =
    sim.system.engine.after(delay)(() => act): Unit
end SimulatedCluster

object SimulatedCluster:
  /** Runs `body` with so many nodes, named `a`, `b` and on, which begin to connect. See [[Simulation.run]].
    *
    * @param config changes the settings of all nodes
    * @throws eddy.actor.testkit.SimulationFailure on any failure, with the seed and what happened before
    */
  def run[A](
      seed: Long,
      nodes: Int = 3,
      slowness: Double = 0,
      maxSteps: Long = 1_000_000,
      config: NodeConfig => NodeConfig = identity
  )(body: SimulatedCluster => A): A =
    Simulation.run(seed, slowness, maxSteps)(sim => body(of(sim, nodes, config)))

  /** Runs `body` with one seed after another until one fails. See [[Simulation.explore]]. */
  def explore(
      runs: Int = 100,
      nodes: Int = 3,
      firstSeed: Long = 1,
      slowness: Double = 0,
      maxSteps: Long = 1_000_000,
      config: NodeConfig => NodeConfig = identity
  )(body: SimulatedCluster => Any): Explored =
    Simulation.explore(runs, firstSeed, slowness, maxSteps)(sim => body(of(sim, nodes, config)))

  private def of(sim: Simulation, nodes: Int, config: NodeConfig => NodeConfig): SimulatedCluster =
    require(nodes >= 1 && nodes <= 26, s"nodes = $nodes: must be 1 to 26; start more by their names")
    val cluster = new SimulatedCluster(sim, config)
    for i <- 0 until nodes do cluster.start(('a' + i).toChar.toString)(): Unit
    cluster
end SimulatedCluster
