package eddy.push.jgroups

import eddy.push.jgroups.internal.ChannelLink

import java.net.{InetAddress, ServerSocket}
import java.util.UUID
import scala.concurrent.duration.DurationInt
import scala.jdk.CollectionConverters.*
import scala.util.{Random, Try, Using}

import org.jgroups.protocols.pbcast.GMS
import org.jgroups.protocols.{DISCARD, TP, VERIFY_SUSPECT2}
import org.jgroups.stack.ProtocolStack
import org.jgroups.util.Util
import org.jgroups.{Address, View}

/** Nodes of one cluster on this machine, without others. On a busy machine a silent node does not count as
  * dead: a test that needs that does it itself.
  */
final class TestCluster:
  private val port = TestCluster.freePorts()
  private var isFirst = true

  /** For the next node. The first finds no other, and need not look for long; the others find it at once, for
    * any time limit.
    */
  def next(): JGroupsConfig =
    val within = if isFirst then 100.millis else 60.seconds
    isFirst = false
    config.copy(joinWithin = within)

  private val config: JGroupsConfig = JGroupsConfig(
    cluster = s"test-${UUID.randomUUID}",
    port = port,
    portRange = TestCluster.Ports - 1,
    discovery = Discovery.Hosts(Seq(s"127.0.0.1:$port"), TestCluster.Ports - 1),
    answerWithin = 60.seconds,
    silentAfter = 60.seconds,
    mergeEvery = 200.millis
  )
end TestCluster

object TestCluster:
  private final val Ports = 6

  // strong references, as loggers without one lose their level; nodes that end abruptly are no news here
  private val log = java.util.logging.Logger.getLogger("org.jgroups").nn
  log.setLevel(java.util.logging.Level.SEVERE)

  /** Shortens the verification of a suspected node: connections break only when a node has ended. */
  def hasten(mediator: JGroupsMediator): Unit =
    stack(mediator).findProtocol[VERIFY_SUSPECT2](classOf[VERIFY_SUSPECT2]).setTimeout(50): Unit

  /** Ends a node as if its power had failed: nothing leaves it any more, and its connections break. */
  def crash(mediator: JGroupsMediator): Unit = Util.shutdown(channel(mediator), false)

  /** Parts the nodes, each part with a view of its own; in each the first is the coordinator. */
  def split(parts: Seq[Seq[JGroupsMediator]]): Unit = split(parts, told = parts)

  /** Parts one from the others, and does not tell it. */
  def lose(one: JGroupsMediator, others: Seq[JGroupsMediator]): Unit =
    split(Seq(others, Seq(one)), told = Seq(others))

  private def split(parts: Seq[Seq[JGroupsMediator]], told: Seq[Seq[JGroupsMediator]]): Unit =
    parts.flatten.foreach: one =>
      val discard = DISCARD()
      discard.addIgnoredMembers(parts.filterNot(_.contains(one)).flatten.map(address)*): Unit
      stack(one).insertProtocol(discard, ProtocolStack.Position.ABOVE, classOf[TP])
    val next = parts.flatten.map(channel(_).getView.getViewId.getId).max + 1
    told.foreach: part =>
      val view = View(address(part.head), next, part.map(address).asJava)
      part.foreach(one => stack(one).findProtocol[GMS](classOf[GMS]).installView(view))

  /** Lets them hear each other again; they merge without a call. */
  def heal(all: Seq[JGroupsMediator]): Unit = all.foreach: one =>
    val _ = stack(one).removeProtocol[DISCARD](classOf[DISCARD])

  def address(mediator: JGroupsMediator): Address = mediator.member.link.me

  /** As it has taken it in: JGroups' own channel knows earlier, while the mediator still acts on the view
    * before.
    */
  def members(mediator: JGroupsMediator): Int = mediator.member.nodes

  private def channel(mediator: JGroupsMediator) = mediator.member.link match
    case link: ChannelLink => link.channel
    case other => throw IllegalStateException(s"$other has no channel")

  private def stack(mediator: JGroupsMediator) = channel(mediator).getProtocolStack

  /** The first of as many ports without a listener, below those that the system assigns. */
  private def freePorts(): Int =
    val first = 10_000 + Random.nextInt(1500) * Ports
    val free = (first until first + Ports).forall: port =>
      Try(Using.resource(ServerSocket(port, 1, InetAddress.getLoopbackAddress))(_ => ())).isSuccess
    if free then first else freePorts()
end TestCluster
