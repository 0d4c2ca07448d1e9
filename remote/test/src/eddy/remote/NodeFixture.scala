package eddy.remote

import eddy.actor.*
import eddy.actor.spi.remote.Arrival
import eddy.remote.internal.node.NodeSession
import eddy.remote.memory.MemoryNetwork
import eddy.runtime.{Engine, EngineConfig}

import java.util.concurrent.{ConcurrentLinkedQueue, LinkedBlockingQueue}
import scala.concurrent.duration.DurationInt
import scala.jdk.CollectionConverters.*

/** Nodes of one process, each with an engine and a system of its own, over a network in memory. */
abstract class NodeFixture extends eddy.testing.PatientSuite:
  /** Of the systems of all nodes. */
  protected def carrier: Option[Carrier] = None

  /** What a test runs on. */
  final class Nodes:
    val network = new MemoryNetwork
    private val machines = new ConcurrentLinkedQueue[Machine]()

    /** A node and its actor system.
      *
      * @param config changes the settings
      */
    def start(name: String, seeds: Seq[String] = Nil)(config: NodeConfig => NodeConfig = identity): Machine =
      val machine = Machine(name, config(NodeConfig(name, network.transport(name), seeds = seeds)))
      machines.add(machine): Unit
      machine

    /** Two nodes that are connected. */
    def pair(config: NodeConfig => NodeConfig = identity): (Machine, Machine) =
      val a = start("a")(config)
      val b = start("b")(config)
      val _ = await(b.node.connect("a"))
      // each end has its own moment at which it knows the other
      val _ = await(a.node.connect("b"))
      (a, b)

    def stop(): Unit = machines.asScala.foreach(_.stop())
  end Nodes

  final class Machine(val name: String, config: NodeConfig):
    val failures = new LinkedBlockingQueue[(Throwable, String)]()
    val deadLetters = new LinkedBlockingQueue[DeadLetter]()
    val engine: Engine =
      Engine.start(EngineConfig(
        name = name,
        workers = 2,
        reporter = (failure, where) => failures.add((failure, where)): Unit
      ))
    given system: ActorSystem = new ActorSystem(engine, carries = carrier)
    system.onDeadLetter(letter => deadLetters.add(letter): Unit)
    val events = new LinkedBlockingQueue[NodeEvent]()
    val node: Node = Node.start(config)
    node.onEvent(event => events.add(event): Unit): Unit

    def peer(of: Machine): PeerNode = node.peer(of.name)

    /** The open session with another node. */
    def peerSession(name: String): NodeSession = node.peer(name).node.session match
      case null => fail(s"node ${this.name} has no session with $name")
      case session => session

    def stop(): Unit =
      val _ = awaitTry(node.stop(1.second))
      await(engine.shutdown(5.seconds)): Unit

    /** The address here of an actor that is registered on another node. */
    def found[M: Pickler](of: Machine, name: String): ActorRef[M] =
      await(peer(of).find[M](name)).getOrElse(fail(s"node ${of.name} has no \"$name\""))

    /** Starts an actor here. */
    def run[M](body: Actor[M] ?=> Behavior[M]): ActorRef[M] = started[M](body)(using system)

    /** An actor that collects what it is sent. */
    def probe[M]: Probe[M] = new Probe[M](using system)
  end Machine

  final class Probe[M](using ActorSystem):
    private val queue = new LinkedBlockingQueue[M]()
    val ref: ActorRef[M] = started[M]:
      loop:
        react: message =>
          queue.put(message)
          done
    def next(): M = awaitNext(queue, "a message")
    def next(n: Int): List[M] = List.fill(n)(next())
    def isEmpty: Boolean = queue.isEmpty

  /** Starts an actor, as `actor` does, which would inline internals of another module here. */
  def started[M](body: Actor[M] ?=> Behavior[M])(using ActorSystem): ActorRef[M] =
    Arrival.start[M](one => body(using one))

  /** Runs `test`, and stops all nodes. */
  def withNodes[A](test: Nodes => A): A =
    val nodes = new Nodes
    try test(nodes)
    finally nodes.stop()

  /** How `other` ends, seen from here. */
  def watched(other: ActorRef[?]): LinkedBlockingQueue[ExitReason] =
    val reasons = new LinkedBlockingQueue[ExitReason]()
    other.addMonitor(new Monitor(other, reason => reasons.add(reason): Unit))
    reasons
end NodeFixture
