package eddy.bench.node

import eddy.actor.{Actor, ActorRef, ActorSystem, Behavior, actor}
import eddy.remote.{Node, NodeConfig, PeerNode, Spawnable}
import eddy.runtime.Engine

import scala.concurrent.Await
import scala.concurrent.duration.DurationInt

/** A node, connected with that of the other process.
  *
  * @param there its address, and what else a node needs that dials it
  */
private[node] final class Nodes(val connections: Connections, there: String) extends AutoCloseable:
  given system: ActorSystem = ActorSystem(Engine.default)
  private val words = there.split(' ').toSeq

  /** What another node needs that dials this one. */
  def known: List[String] = words.tail.toList
  val node: Node = Node.start(NodeConfig("driver", connections.to(known)))
  val other: PeerNode = Await.result(node.connect(words.head), 1.minute)

  /** Starts an actor over there. */
  def spawn[A, M](what: Spawnable[A, M], argument: A): ActorRef[M] =
    Await.result(other.spawn(what, argument), 1.minute)

  /** Starts an actor here. */
  def start[M](body: Actor[M] ?=> Behavior[M]): ActorRef[M] = actor[M](body)

  override def close(): Unit = Await.result(node.stop(), 1.minute)
end Nodes

private[node] object Nodes:
  /** Starts the node that waits for work; its address, and what else a node needs that dials it. */
  def companion(connections: Connections): String =
    given ActorSystem = ActorSystem(Engine.default)
    val offers = Seq(Echo, Sink, Responder, Newborn, Audience, Crowd, Neighbours, Procrastinator)
    val (transport, known) = connections.start()
    val node = Node.start(NodeConfig("companion", transport, offers = offers))
    Audience.node = Some(node)
    (node.addresses.head +: known).mkString(" ")
