package eddy.remote.conformance

import eddy.actor.*
import eddy.actor.spi.remote.Arrival
import eddy.remote.{Node, NodeConfig, Pickler}
import eddy.runtime.{Engine, EngineConfig}
import eddy.testing.Waits

import scala.concurrent.duration.DurationInt

/** A node on an engine of its own. */
final class Machine(config: NodeConfig):
  private val engine = Engine.start(EngineConfig(name = config.name, workers = 2))
  given system: ActorSystem = new ActorSystem(engine)
  val node: Node = Node.start(config)
  def address: String = node.addresses.head
  def port: Int = address.drop(address.lastIndexOf(':') + 1).toInt

  def stop(): Unit =
    Waits.await(node.stop(5.seconds))
    Waits.await(engine.shutdown(5.seconds)): Unit

  /** An actor that doubles numbers. */
  def doubling(): ActorRef[Twice] = Arrival.start[Twice]: one =>
    given Actor[Twice] = one
    loop:
      react:
        case Twice(n, to) =>
          to ! n * 2
          done
end Machine

final case class Twice(n: Int, to: ActorRef[Int]) derives Pickler
