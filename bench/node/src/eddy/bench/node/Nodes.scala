package eddy.bench.node

import eddy.actor.{Actor, ActorRef, ActorSystem, Behavior, actor}
import eddy.remote.tcp.Tcp
import eddy.remote.{Node, NodeConfig, PeerNode, Spawnable}
import eddy.runtime.Engine

import scala.concurrent.Await
import scala.concurrent.duration.DurationInt

/** A node, connected with that of the other process. */
private[node] final class Nodes(address: String) extends AutoCloseable:
  given system: ActorSystem = ActorSystem(Engine.default)
  val node: Node = Node.start(NodeConfig("driver", Tcp(port = 0)))
  val other: PeerNode = Await.result(node.connect(address), 1.minute)

  /** Starts an actor over there. */
  def spawn[A, M](what: Spawnable[A, M], argument: A): ActorRef[M] =
    Await.result(other.spawn(what, argument), 1.minute)

  /** Starts an actor here. */
  def start[M](body: Actor[M] ?=> Behavior[M]): ActorRef[M] = actor[M](body)

  override def close(): Unit = Await.result(node.stop(), 1.minute)
end Nodes

private[node] object Nodes:
  /** Starts the node that waits for work; its address. */
  def companion(): String =
    given ActorSystem = ActorSystem(Engine.default)
    val offers = Seq(Echo, Sink, Responder, Newborn, Audience, Crowd)
    val node = Node.start(NodeConfig("companion", Tcp(port = 0), offers = offers))
    Audience.node = Some(node)
    node.addresses.head
