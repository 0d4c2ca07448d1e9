package eddy.runtime.spi

import java.lang.invoke.{MethodHandles, VarHandle}
import scala.annotation.{static, unused}

/** A queue of events with many senders and one owner, whose one reference is also the scheduling state of its
  * unit.
  *
  * {{{
  *   state = Idle      nothing queued, not scheduled
  *         | null      claimed (in a run queue or running), nothing new
  *         | an event  claimed by the sender of that event; nothing newer
  *         | a Node    claimed; newest of a last-in list, which ends in null or in an event
  *         | Closed    ended; refuses everything
  *
  *   send:   Idle -> event: the sender schedules the unit      null, event, Node -> Node
  *   owner:  Node -> null: takes the list      null, done event -> Idle: only if no event arrived
  *           any -> Closed
  * }}}
  *
  * A send is one compare-and-set, and allocates nothing when the receiver is idle. The thread that moves the
  * state away from `Idle` must schedule the unit, so the unit is in at most one run queue and its turns never
  * overlap. The owner may leave the event that claimed the unit in the state while it handles it: a turn of
  * one event is then two compare-and-sets. From then on that event is called ''done'' and is passed to every
  * call, so that it is not taken twice.
  */
private[eddy] abstract class Mailbox(idle: Boolean) extends Runnable:
  import Mailbox.*

  @volatile @unused private var state: AnyRef | Null = if idle then Idle else null

  /** Any thread. After [[Offer.Claimed]] the caller must have this unit run. */
  private[eddy] final def offer(event: AnyRef): Offer = offer(event, null)

  /** @param made a node for `event`, used if the event is queued: the caller recognizes it among the taken
    *   nodes
    */
  private[eddy] final def offer(event: AnyRef, made: Node | Null): Offer =
    var node: Node | Null = made
    var result: Offer | Null = null
    while result == null do
      val seen = state
      if seen eq Idle then
        if STATE.compareAndSet(this, Idle, event) then result = Offer.Claimed
      else if seen eq Closed then result = Offer.Closed
      else
        val mine = if node == null then new Node(event) else node
        node = mine
        mine.next = seen
        if STATE.compareAndSet(this, seen, mine) then result = Offer.Queued
    result

  /** Owner only, at the start of a turn: the event that claimed the unit if nothing came behind it, else
    * null.
    */
  private[eddy] final def single: AnyRef | Null =
    val seen = state
    if seen == null || seen.isInstanceOf[Node] then null else seen

  /** Owner only: takes all events received since the last call and since `done`, oldest first. */
  private[eddy] final def takeAll(done: AnyRef | Null): Node | Null =
    if state eq done then null else inOrder(STATE.getAndSet(this, null.asInstanceOf[AnyRef]), done)

  /** Owner only: releases the claim. False when an event arrived in the meantime; the owner then continues.
    */
  private[eddy] final def release(done: AnyRef | Null): Boolean =
    (state eq done) && STATE.compareAndSet(this, done.asInstanceOf[AnyRef], Idle)

  /** Claims an idle unit without an event, for an owner that no event has woken. False when it is not idle.
    */
  private[eddy] final def claim(): Boolean = STATE.compareAndSet(this, Idle, null.asInstanceOf[AnyRef])

  /** Owner only: closes the mailbox; returns the events that were received and not taken, oldest first. */
  private[eddy] final def close(done: AnyRef | Null): Node | Null =
    inOrder(STATE.getAndSet(this, Closed), done)

  private[eddy] final def isClosed: Boolean = state eq Closed
  private[eddy] final def isIdle: Boolean = state eq Idle

  /** Number of events sent and not yet taken: walks the list, for diagnostics, not for hot paths. */
  private[eddy] final def pendingCount(atMost: Int): Int =
    var n = 0
    var at = state
    while n < atMost && at != null && !(at eq Idle) && !(at eq Closed) do
      n += 1
      at = at match
        case node: Node => node.next
        case _ => null
    n

  /** The oldest event that is not taken or is being handled; null without such an event. For diagnostics. */
  private[eddy] final def oldestEvent: AnyRef | Null =
    var oldest: AnyRef | Null = null
    var at = state
    while at != null && !(at eq Idle) && !(at eq Closed) do
      at match
        case node: Node =>
          oldest = node.event
          at = node.next
        case event =>
          oldest = event
          at = null
    oldest

  /** Events sent and not yet taken, oldest first: for diagnostics. */
  private[eddy] final def pending: List[AnyRef] =
    var all = List.empty[AnyRef]
    var at = state
    while at != null && !(at eq Idle) && !(at eq Closed) do
      at match
        case node: Node =>
          all = node.event :: all
          at = node.next
        case event =>
          all = event :: all
          at = null
    all

  private def inOrder(newest: AnyRef | Null, done: AnyRef | Null): Node | Null =
    var oldest: Node | Null = null
    var rest = newest
    while rest != null do
      rest match
        case node: Node =>
          rest = node.next
          node.next = oldest
          oldest = node
        case event =>
          rest = null
          if !(event eq done) then
            val node = new Node(event)
            node.next = oldest
            oldest = node
    oldest
end Mailbox

private[eddy] object Mailbox:
  @static private val Idle: AnyRef = new String("idle")
  @static private val Closed: AnyRef = new String("closed")
  @static private val STATE: VarHandle =
    MethodHandles
      .privateLookupIn(classOf[Mailbox], MethodHandles.lookup())
      .nn
      .findVarHandle(classOf[Mailbox], "state", classOf[Object])
      .nn

  /** One event in a mailbox. While it is in the shared list, `next` is older and may be a bare event; in a
    * list that was taken, `next` is a newer node.
    */
  class Node(val event: AnyRef):
    private[Mailbox] var next: AnyRef | Null = null
    def following: Node | Null = next.asInstanceOf[Node | Null]
    def following_=(node: Node | Null): Unit = next = node

  /** The outcome of an offer. */
  enum Offer derives CanEqual:
    /** The unit was idle and is the caller's to schedule. */
    case Claimed

    /** The unit is scheduled already. */
    case Queued

    /** The unit has ended; the event was not taken. */
    case Closed
end Mailbox
