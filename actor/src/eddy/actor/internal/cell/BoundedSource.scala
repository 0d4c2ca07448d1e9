package eddy.actor.internal.cell

import eddy.actor.internal.ask.WaitsForGraph
import eddy.actor.internal.mailbox.SlotQueue.{Slot, State}
import eddy.actor.internal.mailbox.{BoundedQueue, MailboxView, MessageSource, SaveQueue}
import eddy.actor.internal.signal.Signal
import eddy.actor.{AskCycleException, DeadLetter, Delivery, MailboxPolicy, MailboxStats}
import eddy.runtime.spi.Mailbox

/** The messages of an actor of either kind that wait in a [[BoundedQueue]]. Messages from the system bypass
  * it, whatever the bound, and are handled after the messages that arrived before them.
  */
private[cell] final class BoundedSource[M](cell: Cell[M], policy: MailboxPolicy.Bounded[M])
    extends MessageSource,
      MailboxView,
      BoundedQueue.Owner:
  private val queue: BoundedQueue[M] =
    new BoundedQueue[M](policy, this: @unchecked, cell.system.engine.platform, cell.system.mailboxCounters)

  // --- any thread ------------------------------------------------------------------------------------------

  def put(message: AnyRef): Delivery = queue.put(message.asInstanceOf[M])
  def behind(event: AnyRef): AnyRef = new Signal.Behind(event, queue.issueBarrier())

  private[actor] def announce(): Unit = cell.signal(Signal.Look): Unit
  private[actor] def lost(message: AnyRef, reason: DeadLetter.Reason): Unit =
    cell.system.deadLetter(message, cell, reason)
  override private[actor] def slow(wait: => Unit): Unit = cell.system.engine.platform.acting match
    case sender: Cell[?] => WaitsForGraph.forRoom(sender, cell)(wait)
    case _ => wait
  override private[actor] def inCircle(found: AskCycleException): Unit =
    cell.system.engine.report(
      found,
      s"a send to the full mailbox of $cell, which was refused and did not wait"
    )
  override private[actor] def keyFailed(cause: Throwable): Unit =
    cell.system.engine.report(cause, s"the key function of the mailbox of $cell")

  // --- the view of other threads ---------------------------------------------------------------------------

  def dropReason: DeadLetter.Reason = queue.dropReason
  def stats: Option[MailboxStats] = Some(queue.stats)
  def backlog(box: Mailbox, saved: SaveQueue | Null, atMost: Int): Int =
    math.min(queue.stats.waiting, atMost)
  def savedCount(saved: SaveQueue | Null): Int = queue.polledCount
  def oldest(box: Mailbox, saved: SaveQueue | Null): AnyRef | Null = queue.oldestEvent

  // --- owner only ------------------------------------------------------------------------------------------

  def poll(saved: SaveQueue | Null): Mailbox.Node | Null =
    if saved != null && queue.mustSweep then queue.swept(saved.sweep(isLost))
    val slot = queue.poll()
    // what its sender had sent past the queue has come by now
    if slot == null then null else merged(cell.takeAll(null), slot)

  def merged(taken: Mailbox.Node | Null): Mailbox.Node | Null = merged(taken, null)

  /** @param polled the first slot in turn, if it was polled already */
  private def merged(taken: Mailbox.Node | Null, polled: Slot | Null): Mailbox.Node | Null =
    var first: Mailbox.Node | Null = null
    var last: Mailbox.Node | Null = null
    def add(node: Mailbox.Node): Unit =
      node.following = null
      val before = last
      if before == null then first = node else before.following = node
      last = node
    var slot = polled
    var node = taken
    while node != null do
      val at = node
      node = at.following
      at.event match
        case behind: Signal.Behind =>
          if slot == null then slot = queue.pollUpTo(behind.last)
          while slot != null && slot.number <= behind.last do
            add(slot)
            slot = queue.pollUpTo(behind.last)
          behind.event match
            case signal: Signal if signal.overtakes => add(new Signal.Urgent(signal))
            case event => add(new Mailbox.Node(event))
        case _ => add(at)
    if slot != null then add(slot)
    first
  end merged

  /** The message was taken from the queue, and is lost since, to make room. */
  def isLost(node: Mailbox.Node): Boolean = node match
    case slot: Slot => slot.state == State.Gone
    case _ => false

  def claim(node: Mailbox.Node): Boolean = node match
    case slot: Slot => queue.takeInHand(slot)
    case _ => true

  def tried(node: Mailbox.Node, matched: Boolean): Unit = node match
    case slot: Slot => if matched then queue.consumed(slot) else queue.putBack(slot)
    // one that the system made of a trapped exit has no slot
    case _ => ()

  def close(): List[Mailbox.Node] = queue.close()
end BoundedSource
