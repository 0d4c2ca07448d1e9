package eddy.remote.internal.node

import eddy.actor.spi.remote.{Arrival, RemoteAddress}
import eddy.actor.{ActorRef, ActorSystem, DeadLetter, ExitReason, Monitor}
import eddy.remote.internal.address.*
import eddy.remote.internal.cluster.SetOwner
import eddy.remote.internal.record.{Control, Reasons}
import eddy.remote.spi.{NodeIdentity, TransportSession}
import eddy.remote.{PickleReader, Pickler}

import java.lang.ref.{ReferenceQueue, WeakReference}
import java.util.concurrent.ConcurrentHashMap

/** One incarnation of another node: its actors that are known here, and the session with it, which is dialed
  * when it is needed. Any thread.
  *
  * @param mentioned its identity, as somebody has mentioned it
  * @param isEnded the incarnation is known to be over
  */
private[remote] final class OtherNode(
    context: NodeContext,
    mentioned: NodeIdentity,
    dialer: OtherNode.Dialer,
    isEnded: Boolean
) extends Outlet,
      SetOwner:
  import OtherNode.*

  private val actors = new ConcurrentHashMap[Long, Known]()
  val counters = new PeerCounters
  private val forgotten = new ReferenceQueue[RemoteActor]()
  // written under the lock of this
  @volatile private var present: NodeSession | Null = null
  @volatile private var finished = isEnded
  @volatile private var introduced = mentioned

  /** When the present session was opened. */
  @volatile var since: java.time.Instant | Null = null

  /** As the node has introduced itself, once it has. */
  def identity: NodeIdentity = introduced

  def system: ActorSystem = context.system
  def isOver: Boolean = finished
  def refusesWhenFull: Boolean = context.refusesWhenFull

  /** It has said goodbye, or was started again. */
  def finish(): Unit = finished = true

  /** The transport has a session with it. */
  def hasOpenSession: Boolean =
    val known = present
    known != null && known.isBound && !known.isOver

  /** The open session, or the one that is dialed, or null. */
  def session: NodeSession | Null = present

  /** The same; without one it dials. Null: that was in vain a moment ago. */
  def reach(): NodeSession | Null =
    val known = present
    if known != null && !known.isOver then known
    else
      var fresh: NodeSession | Null = null
      val session = synchronized:
        val now = present
        if now != null && !now.isOver then now
        else if finished || !dialer.mayDial(this) then null
        else
          fresh = new NodeSession(context, identity, counters, abandon)
          present = fresh
          fresh
      // without the lock: a dial may fail at once, and then notifies actors
      val made = fresh
      if made != null then dialer.dial(this, made)
      session

  /** The transport has opened a session: the one that was dialed, or a new one. */
  def accept(by: TransportSession): NodeSession = synchronized:
    introduced = by.peer
    val now = present
    val session =
      if now != null && !now.isOver && !now.isBound then now
      else new NodeSession(context, identity, counters, abandon)
    present = session
    session.bind(by)
    session

  /** Takes back a session that was dialed in vain. False if the transport has opened it meanwhile. */
  def abandon(session: NodeSession): Boolean = synchronized:
    val mine = !session.isBound && !session.isOver
    if mine then
      session.finish()
      leave(session)
    mine

  def leave(session: NodeSession): Unit = synchronized:
    if present eq session then present = null

  /** The actor of that number: one object, as long as an address refers to it. */
  def actor(number: Long): RemoteActor = actor(number, times = 0, isKept = Exports.isAdapted(number))

  /** @param times that it was received from its node just now
    * @param isKept its node must not forget it
    */
  private def actor(number: Long, times: Int, isKept: Boolean): RemoteActor =
    forget()
    var found: RemoteActor | Null = null
    actors.compute(
      number,
      (_, known) =>
        val present = if known == null then null else known.get
        val actor = if present == null then new RemoteActor(this, number) else present
        found = actor
        val entry = if known == null || present == null then new Known(actor, forgotten, known) else known
        entry.times += times
        if isKept then entry.isKept = true
        entry
    ): Unit
    found.nn

  /** The address of an actor of it. */
  def address(number: Long, protocol: PickleReader[?] | Null): ActorRef[?] =
    new FarRef[Any](actor(number), protocol)

  /** The address that `contramap` has made there, which its node has sent. */
  def received(number: Long, protocol: PickleReader[?] | Null): ActorRef[?] =
    new FarRef[Any](actor(number, times = 1, isKept = false), protocol)

  /** Its node must not forget it from now on. */
  def keep(actor: RemoteActor): Unit =
    if Exports.isAdapted(actor.number) then this.actor(actor.number): Unit

  /** The address of a name there. */
  def named[M](name: String, protocol: Pickler[M]): ActorRef[M] =
    new NamedRef[M](dialer, identity.name, name, protocol)

  /** The address for an answer there, to a question that came from `source`. */
  def answer(number: Long, protocol: PickleReader[?] | Null, source: QuestionSource): ActorRef[?] =
    new FarAnswer[Any](actor(number), protocol, source)

  /** An actor of it has terminated. */
  def gone(number: Long): Unit =
    val known = actors.get(number)
    val actor = if known == null then null else known.get
    if actor != null then actor.isGone = true

  /** Drops actors that no address refers to: a few of many, whose records would fill the queue of signals. */
  def forget(): Unit =
    var reference = forgotten.poll()
    var left = mostForgotten
    while reference != null do
      reference match
        case known: Known => if actors.remove(known.number, known) then release(known)
        case _ => ()
      left -= 1
      reference = if left > 0 then forgotten.poll() else null

  private def release(known: Known): Unit =
    val session = present
    // a simulation must not depend on when the collector runs
    if Exports.isAdapted(known.number) && !known.isKept && session != null &&
      !context.system.engine.platform.interleaves
    then session.signal(known.number, Control.Released(known.number, known.times))

  // --- for addresses ---------------------------------------------------------------------------------------

  def put(
      to: SendTarget[?],
      message: Any,
      protocol: PickleReader[?] | Null,
      sender: ActorRef[Nothing] | Null
  ): DeadLetter.Reason | Null =
    val reason = protocol match
      case pickler: Pickler[?] =>
        val session = reach()
        if session == null then DeadLetter.Reason.Unreachable else session.send(to, message, pickler, sender)
      case _ => DeadLetter.Reason.Unpicklable
    if reason == null then counters.sent.increment() else counters.lose(reason)
    reason

  def lose(to: RemoteAddress[?], message: Any, reason: DeadLetter.Reason): Unit =
    Arrival.lose(context.system, message, to, reason)

  def watch(actor: RemoteActor, monitor: Monitor): Unit =
    val session = reach()
    if session == null then monitor.tell(ExitReason.NodeLost(identity.name))
    else session.watch(actor, monitor)

  def unwatch(actor: RemoteActor, monitor: Monitor): Unit =
    val session = present
    if session != null then session.unwatch(actor, monitor)

  def link(to: FarAddress[?], from: ActorRef[?], link: AnyRef): Unit =
    val session = reach()
    val number = if session == null then 0 else session.links.make(LinkEntry(link, from, to))
    if session == null || number == 0 then
      Arrival.exit(from, to, ExitReason.NodeLost(identity.name), List(link), inTurn = false)
    else session.signal(to.actor.number, Control.Linked(number, session.address(from, null), to.actor.number))

  def unlink(to: FarAddress[?], from: ActorRef[?], links: List[AnyRef]): Unit =
    val session = present
    if session != null then
      val known = session.links.forget(links)
      if known.nonEmpty then
        session.signal(to.actor.number, Control.Unlinked(known, session.address(from, null), to.actor.number))

  def exit(
      to: FarAddress[?],
      from: ActorRef[?],
      reason: ExitReason,
      links: List[AnyRef],
      inTurn: Boolean
  ): Unit =
    val session = if links.isEmpty then reach() else present
    if session != null then
      val known = session.links.forget(links)
      // links that this session does not know ended with an earlier one
      if links.isEmpty || known.nonEmpty then
        val by = if from == to then None else Some(session.address(from, null))
        val control = Control.Exit(by, to.actor.number, Reasons.toWire(reason), known, inTurn)
        session.signal(to.actor.number, control)

  def kill(actor: RemoteActor): Unit =
    val session = reach()
    // it keeps no order: its node must not forget the address before
    keep(actor)
    if session != null then session.signal(NodeSession.noReceiver, Control.Kill(actor.number))

  override def toString: String = s"node ${identity.name}"
end OtherNode

private[remote] object OtherNode:
  private val mostForgotten = 64

  /** Dials other nodes. */
  trait Dialer extends NamedRef.Outlet:
    /** False soon after a dial was in vain. */
    def mayDial(to: OtherNode): Boolean

    /** Has the transport dial it; `session` waits for the outcome, up to a limit. Called without a lock. */
    def dial(to: OtherNode, session: NodeSession): Unit

  /** @param before of the same number, which nothing referred to any more */
  private final class Known(actor: RemoteActor, gone: ReferenceQueue[RemoteActor], before: Known | Null)
      extends WeakReference[RemoteActor](actor, gone):
    val number: Long = actor.number

    // of an address that `contramap` has made; guarded by the table

    /** That it was received from its node. */
    var times: Int = if before == null then 0 else before.times

    /** Its node must not forget it. */
    var isKept: Boolean = before != null && before.isKept
end OtherNode
