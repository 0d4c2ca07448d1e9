package eddy.remote.testkit

import eddy.actor.ActorSystem
import eddy.actor.testkit.SimulatedMachine
import eddy.remote.testkit.internal.{SimulatedNetwork, SimulatedTransport}
import eddy.remote.{Node, NodeConfig}

import scala.concurrent.duration.{Duration, FiniteDuration}

/** A node of a [[SimulatedCluster]], through all of its lives. Its methods are for the test's own thread. */
final class SimulatedNode private[testkit] (
    val name: String,
    cluster: SimulatedCluster,
    network: SimulatedNetwork,
    seeds: Seq[String],
    settings: NodeConfig => NodeConfig,
    begin: SimulatedNode => Unit
):
  private var life: SimulatedNode.Life = start()

  private def start(): SimulatedNode.Life =
    val machine = cluster.sim.machine(name)
    val transport = new SimulatedTransport(network, name, machine.system.engine)
    val config = settings(NodeConfig(name, transport, seeds = seeds))
    new SimulatedNode.Life(machine, transport, Node.start(config)(using machine.system))

  /** Of its present life, or of the last one. */
  def machine: SimulatedMachine = life.machine

  /** Where its actors live. */
  def system: ActorSystem = life.machine.system

  def node: Node = life.node

  /** It is neither frozen nor down. */
  def isRunning: Boolean = machine.isRunning

  /** It was killed, or has crashed. */
  def isDown: Boolean = machine.isCrashed

  /** It does nothing for so long, as after `SIGSTOP`. Its connections stay open. */
  def freeze(lasts: FiniteDuration): Unit =
    val frozen = machine
    val until = cluster.sim.now + lasts
    if !isFrozen || until > frozenUntil then frozenUntil = until
    frozen.freeze()
    cluster.later(lasts)(if cluster.sim.now >= frozenUntil then frozen.thaw())

  private var frozenUntil: FiniteDuration = Duration.Zero
  private def isFrozen = !machine.isRunning && !machine.isCrashed

  /** Its process ends without a word, as after `SIGKILL`. The machine closes its connections, and refuses
    * dials. Of what is under way from it, some arrives.
    */
  def kill(): Unit = if !isDown then
    network.kill(life.transport)
    machine.crash()

  /** Its machine is gone, as without power: nobody answers. Of what is under way from it, some arrives. */
  def crash(): Unit = if !isDown then
    network.crash(life.transport)
    machine.crash()

  /** Another life of it, with another incarnation.
    *
    * @throws IllegalStateException if it is not down
    */
  def restart(): Unit =
    if !isDown then throw IllegalStateException(s"node $name is not down: kill it first, or crash it")
    life = start()
    begin(this)

  override def toString: String = s"node $name"
end SimulatedNode

private object SimulatedNode:
  final class Life(val machine: SimulatedMachine, val transport: SimulatedTransport, val node: Node)
