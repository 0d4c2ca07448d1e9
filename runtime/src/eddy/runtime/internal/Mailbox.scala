package eddy.runtime.internal

import java.lang.invoke.{MethodHandles, VarHandle}
import scala.annotation.{static, unused}

/** A queue of events with many senders and one owner, whose reference is also the scheduling state of its unit.
  *
  * {{{
  *   state = Idle         nothing queued, not scheduled
  *         | null         claimed (in a run queue or running), nothing new
  *         | newest node  claimed, a last-in list of events not yet taken
  *         | Closed       ended; refuses everything
  *
  *   send:  Idle -> node (the sender schedules the unit)     null, node -> node
  *   owner: node -> null (takes the list)    null -> Idle (only if nothing came)    any -> Closed
  * }}}
  *
  * A send is one compare-and-set; who moves the state away from `Idle` must schedule the unit, so it is in at most
  * one run queue and its turns never overlap. A subclass is claimed from its construction (`null`) or idle, by choice.
  */
private[eddy] abstract class Mailbox(idle: Boolean) extends Runnable:
  import Mailbox.*

  @volatile @unused private var state: Node | Null = if idle then Idle else null

  /** Any thread. After [[Offer.Claimed]] the caller must put this unit into a run queue. */
  private[eddy] final def offer(event: AnyRef): Offer =
    val node = new Node(event)
    var result: Offer | Null = null
    while result == null do
      val seen = state
      if seen eq Closed then result = Offer.Closed
      else
        val wasIdle = seen eq Idle
        node.next = if wasIdle then null else seen
        if STATE.compareAndSet(this, seen, node) then result = if wasIdle then Offer.Claimed else Offer.Queued
    result

  /** Owner only: everything that came since the last call, oldest first. */
  private[eddy] final def takeAll(): Node | Null =
    val newest: Node | Null =
      if state == null then null else STATE.getAndSet(this, null.asInstanceOf[Node]).asInstanceOf[Node | Null]
    var oldest: Node | Null = null
    var rest = newest
    while rest != null do
      val node = rest
      rest = node.next
      node.next = oldest
      oldest = node
    oldest

  /** Owner only: gives the claim back. False when something came meanwhile; the owner goes on then. */
  private[eddy] final def release(): Boolean =
    state == null && STATE.compareAndSet(this, null.asInstanceOf[Node], Idle)

  /** Owner only: ends the mailbox; returns what had come and was not taken, oldest first. */
  private[eddy] final def close(): Node | Null =
    val left = takeAll()
    var last = left
    while last != null && last.next != null do last = last.next
    var newest = STATE.getAndSet(this, Closed).asInstanceOf[Node | Null]
    // between the two exchanges senders may have added more
    var late: Node | Null = null
    while newest != null do
      val node = newest
      newest = node.next
      node.next = late
      late = node
    if last == null then late
    else
      last.next = late
      left

  private[eddy] final def isClosed: Boolean = state eq Closed
  private[eddy] final def isIdle: Boolean = state eq Idle

  /** Number of events sent and not yet taken: walks the list, for people who look, not for hot paths. */
  private[eddy] final def pendingCount: Int =
    var n = 0
    var node = state
    if (node eq Idle) || (node eq Closed) then 0
    else
      while node != null do
        n += 1
        node = node.next
      n
end Mailbox

private[eddy] object Mailbox:
  @static private val Idle: Node = new Node("")
  @static private val Closed: Node = new Node("")
  @static private val STATE: VarHandle =
    MethodHandles
      .privateLookupIn(classOf[Mailbox], MethodHandles.lookup())
      .nn
      .findVarHandle(classOf[Mailbox], "state", classOf[Node])
      .nn

  /** One event in a mailbox. */
  final class Node(val event: AnyRef):
    var next: Node | Null = null

  /** What became of an offer. */
  enum Offer derives CanEqual:
    /** The unit was idle and is the caller's to schedule. */
    case Claimed

    /** The unit is scheduled already. */
    case Queued

    /** The unit has ended; the event was not taken. */
    case Closed
end Mailbox
