package eddy.bench.node

import eddy.actor.{Actor, ActorRef, ActorSystem, Behavior, actor}
import eddy.remote.{Node, NodeConfig, PeerNode, Spawnable}
import eddy.runtime.Engine

import scala.concurrent.Await
import scala.concurrent.duration.DurationInt

/** A node, connected with that of the other process.
  *
  * @param there its address, and the files of TLS if it has some
  */
private[node] final class Nodes(there: String) extends AutoCloseable:
  given system: ActorSystem = ActorSystem(Engine.default)
  val node: Node = Node.start(NodeConfig("driver", Connections.tcpWith(there)))
  val other: PeerNode = Await.result(node.connect(there.takeWhile(_ != ' ')), 1.minute)

  /** Starts an actor over there. */
  def spawn[A, M](what: Spawnable[A, M], argument: A): ActorRef[M] =
    Await.result(other.spawn(what, argument), 1.minute)

  /** Starts an actor here. */
  def start[M](body: Actor[M] ?=> Behavior[M]): ActorRef[M] = actor[M](body)

  override def close(): Unit = Await.result(node.stop(), 1.minute)
end Nodes

private[node] object Nodes:
  /** Starts the node that waits for work; its address, and the files of TLS. */
  def companion(connections: Connections): String =
    given ActorSystem = ActorSystem(Engine.default)
    val offers = Seq(Echo, Sink, Responder, Newborn, Audience, Crowd)
    val (tcp, files) = connections.start()
    val node = Node.start(NodeConfig("companion", tcp, offers = offers))
    Audience.node = Some(node)
    (node.addresses.head +: files).mkString(" ")
