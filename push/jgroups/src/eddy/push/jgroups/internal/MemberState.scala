package eddy.push.jgroups.internal

import eddy.push.jgroups.JGroupsConfig
import eddy.push.{MediatorNode, MediatorState}

import java.util.concurrent.locks.ReentrantLock
import scala.collection.mutable
import scala.concurrent.Promise
import scala.jdk.CollectionConverters.*

import org.jgroups.{Address, View}

/** The role of a node, and its histories: the lowest part of [[Member]]. All is guarded by the lock. No
  * callback runs while it is held: promises, intakes and the node's own come after.
  */
private[jgroups] abstract class MemberState(
    config: JGroupsConfig,
    protected val node: MediatorNode,
    recent: Recent
):
  import MemberState.*
  private val lock = ReentrantLock()
  protected val effects: mutable.ArrayBuffer[() => Unit] = mutable.ArrayBuffer.empty

  private[jgroups] def link: Link
  protected val replica: Replica = Replica(node, config.delivery, recent)
  protected val requests: Requests = Requests(effect => effects.addOne(effect): Unit)
  protected def numbering: Numbering

  protected var phase: Phase = Phase.Apart
  protected var viewOrNull: View | Null = null
  @volatile private var current: MediatorState =
    MediatorState.Down("not connected yet", System.currentTimeMillis)
  protected val started: Promise[Unit] = Promise()

  // `started` completes after the lock is free, so a later change may come before it
  private var wasUp = false

  final def state: MediatorState = current

  protected final def view: View = viewOrNull.nn
  protected final def viewId: Long = view.getViewId.getId
  protected final def coordinator: Address = view.getCoord.nn
  protected final def others: Vector[Address] = view.getMembers.nn.asScala.toVector.filter(_ != link.me)

  protected final def locked[A](body: => A): A =
    lock.lock()
    var todo = Vector.empty[() => Unit]
    val result =
      try
        val result = body
        review()
        todo = replica.takeTouched().map(feed => () => feed.drain()) ++ effects
        effects.clear()
        result
      finally lock.unlock()
    todo.foreach(_())
    result

  /** Tells the node when it has become able to publish, or unable. */
  private def review(): Unit =
    val why = phase match
      case Phase.Leading | Phase.Following =>
        val seen = view.size
        if wasUp || seen >= config.expects then null
        else s"sees $seen of ${config.expects} nodes (expects)"
      case Phase.Closed => "the mediator was closed"
      case Phase.Apart => "not connected yet"
      case Phase.Joining => s"waiting for the histories of node $coordinator"
      case Phase.Waiting => s"waiting for the coordinator, node $coordinator, to announce the term"
      case Phase.Taking => "becoming the coordinator"
    val next = (why, current) match
      case (null, _) => MediatorState.Up
      case (cause: String, MediatorState.Down(_, since)) => MediatorState.Down(cause, since)
      case (cause: String, _) => MediatorState.Down(cause, System.currentTimeMillis)
    if next != current then
      current = next
      // until it has been up there is no outage
      if next == MediatorState.Up then wasUp = true
      if wasUp then effects += (() => node.changed(next))
      if next == MediatorState.Up then effects += (() => started.trySuccess(()): Unit)
  end review
end MemberState

private[jgroups] object MemberState:
  enum Phase derives CanEqual:
    case Apart, Joining, Waiting, Following, Taking, Leading, Closed
