package eddy.actor.internal

import eddy.actor.{ActorLocal, ActorRef, Exit, ExitReason, Monitor}
import eddy.runtime.Timer
import eddy.runtime.internal.Mailbox

/** What only some actors need, so that the others do not pay for it. Belongs to whoever runs the actor.
  *
  * {{{
  *   kept:   first -> … -> tried -> … -> last      then the mailbox: newer messages, not taken yet
  *           these the behaviour      these not
  *           has tried, no match      yet
  * }}}
  */
private[actor] final class Extra:
  var name: String | Null = null

  var first: Mailbox.Node | Null = null
  var last: Mailbox.Node | Null = null
  var tried: Mailbox.Node | Null = null

  /** The present behaviour, if its time is limited; identifies the wait that a timer belongs to. */
  var timed: Special.Timed | Null = null
  var timer: Timer | Null = null

  /** Loops and sequences that wait for `done`, the innermost first. */
  var pending: List[Special] = Nil

  var monitors: List[Monitor] = Nil
  var links: Set[ActorRef[?]] = Set.empty
  var trap: (Exit => Any) | Null = null
  var sender: ActorRef[Nothing] | Null = null
  var locals: Map[ActorLocal[?], Any] = Map.empty

  /** Actors that end with this life of the actor: the children of a supervisor. */
  var dependents: Set[Cell[?]] = Set.empty

  /** Of a supervised actor: hears of each end and decides; what a restart begins with. */
  var supervised: Supervised | Null = null
  var suspended = false

  /** The message that the behaviour has not tried yet, oldest first. */
  def untried: Mailbox.Node | Null =
    val after = tried
    if after == null then first else after.following

  def append(nodes: Mailbox.Node | Null): Unit =
    if nodes != null then
      val end = last
      if end == null then first = nodes else end.following = nodes
      var newest = nodes
      while newest.following != null do newest = newest.following.nn
      last = newest

  /** Puts a message right after `tried`. */
  def insertUntried(node: Mailbox.Node): Unit =
    val before = tried
    if before == null then
      node.following = first
      first = node
    else
      node.following = before.following
      before.following = node
    if last == null || (last eq before) then last = node

  /** Takes out the message after `tried`. */
  def removeUntried(node: Mailbox.Node): Unit =
    val before = tried
    if before == null then first = node.following else before.following = node.following
    if last eq node then last = before

  /** Takes out all messages, but not what the system sent. */
  def dropMessages(drop: Mailbox.Node => Unit): Unit =
    var at = first
    first = null
    last = null
    tried = null
    while at != null do
      val node = at
      at = node.following
      node.following = null
      node.event match
        case _: Signal => append(node)
        case _ => drop(node)

  /** For people who look: the list may change meanwhile, so the walk is bounded. */
  def keptCount: Int =
    var n = 0
    var at = first
    while at != null && n < 1_000_000 do
      n += 1
      at = at.following
    n

  /** Nothing is kept that a turn would have to look at. */
  def isQuiet: Boolean = first == null && timed == null && sender == null && !suspended
end Extra

/** @param ended tells the supervisor, with the reason
  * @param start what the actor begins with, at first and after a restart
  */
private[actor] final class Supervised(val ended: ExitReason => Unit, val start: Special)
