package eddy.remote.testkit

import eddy.actor.*
import eddy.actor.ProgramRun.Order
import eddy.remote.*

import scala.collection.mutable
import scala.concurrent.duration.FiniteDuration

/** The actors of a random program, one after the other on the nodes of a cluster. Supervised ones are on the
  * first node.
  *
  * @param quiet until all that a step leads to is over
  */
final class FarPlaces(net: SimulatedCluster, supervised: Int, quiet: FiniteDuration) extends ProgramPlaces:
  import FarPlaces.given

  private val begun = mutable.LinkedHashSet.empty[Int]
  // by the node that sees it
  private val addresses = mutable.HashMap.empty[(String, Int), ActorRef[Order]]

  private def nodeOf(i: Int): SimulatedNode =
    val nodes = net.nodes
    nodes(if i < supervised then 0 else i % nodes.size)

  def systemOf(i: Int): ActorSystem = nodeOf(i).system

  def seen(by: Int, other: Int): Option[ActorRef[Order]] = addresses.get((nodeOf(by).name, other))

  def entered(i: Int, ref: ActorRef[Order]): Unit =
    val home = nodeOf(i)
    begun += i
    home.node.register(s"$i", ref)
    addresses((home.name, i)) = ref

  def numberOf(by: Int, ref: ActorRef[?]): Int =
    val name = nodeOf(by).name
    begun.find(i => addresses.get((name, i)).contains(ref)).getOrElse(-1)

  def startLinked(by: Int, child: Int, run: ProgramRun)(using Actor[Order]): Unit =
    val (here, there) = (nodeOf(by), nodeOf(child))
    if here eq there then run.enter(child, actor.linked[Order](run.behaviour(child)))
    else here.node.peer(there.name).spawnLinked(FarPlaces.child(run), child): Unit

  def settle(): Unit =
    net.sim.advance(quiet)
    for
      node <- net.nodes
      i <- begun if !addresses.contains((node.name, i))
      ref <- net.sim.await(node.node.peer(nodeOf(i).name).find[Order](s"$i"))
    do addresses((node.name, i)) = ref
end FarPlaces

object FarPlaces:
  given Pickler[Step] = Pickler.derived
  given Pickler[Order] = Pickler.derived

  /** Starts actor number so and so of the program. */
  def child(run: => ProgramRun): Spawnable[Int, Order] = new Spawnable[Int, Order]("child")(i =>
    run.enter(i, self)
    run.behaviour(i)
  )
