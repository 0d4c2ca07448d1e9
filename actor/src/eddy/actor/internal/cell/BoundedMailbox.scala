package eddy.actor.internal.cell

import eddy.actor.internal.ask.Waiting
import eddy.actor.internal.mailbox.BoundedBox
import eddy.actor.internal.mailbox.Places.{Place, State}
import eddy.actor.internal.signal.Signal
import eddy.actor.{AskCycleException, DeadLetter, Delivery, ExitReason, MailboxStats}
import eddy.runtime.spi.Mailbox

/** An actor of either kind whose messages wait in a [[BoundedBox]]. Messages from the system bypass it,
  * whatever the bound, and are handled after the messages that arrived before them.
  */
private[eddy] trait BoundedMailbox[M] extends Cell[M], BoundedBox.Owner:
  protected def box: BoundedBox[M]

  override private[eddy] def deliverNow(message: M): Delivery = box.put(stamped(message).asInstanceOf[M])

  override private[eddy] def signal(signal: Signal): Boolean = signal match
    // these have no turn
    case Signal.Look | Signal.Kill | Signal.Rest | _: Signal.Adopt | _: Signal.Restart | _: Signal.Dismiss =>
      super.signal(signal)
    case other => super.signal(new Signal.Behind(other, box.lastNumber))

  override protected def inTurn(event: AnyRef): AnyRef = new Signal.Behind(event, box.lastNumber)

  override protected def dropReason: DeadLetter.Reason = box.dropReason

  private[actor] def announce(): Unit = signal(Signal.Look): Unit
  private[actor] def lost(message: AnyRef, reason: DeadLetter.Reason): Unit =
    system.deadLetter(message, this, reason)
  override private[actor] def slow(wait: => Unit): Unit = system.engine.world.acting match
    case sender: Cell[?] => Waiting.forRoom(sender, this)(wait)
    case _ => wait
  override private[actor] def inCircle(found: AskCycleException): Unit =
    system.engine.report(found, s"a send to the full mailbox of $this, which was refused and did not wait")
  private[actor] def keyFailed(cause: Throwable): Unit =
    system.engine.report(cause, s"the key function of the mailbox of $this")

  override protected def refill(): Boolean =
    // while it waits for its supervisor, senders may still have their messages replaced in place
    if suspended then false
    else
      if box.mustSweep then
        val here = extra
        if here != null then box.swept(here.sweep(isLost))
      takeNext()

  override protected def refillAll(): Unit = while takeNext() do ()

  private def takeNext(): Boolean =
    val place = box.poll()
    // what its sender had sent past the box has come by now
    if place != null then more.append(merged(takeAll(null), place))
    place != null

  override protected def arranged(taken: Mailbox.Node | Null): Mailbox.Node | Null = merged(taken, null)

  /** @param polled the first place in turn, if it was polled already */
  private def merged(taken: Mailbox.Node | Null, polled: Place | Null): Mailbox.Node | Null =
    var first: Mailbox.Node | Null = null
    var last: Mailbox.Node | Null = null
    def add(node: Mailbox.Node): Unit =
      node.following = null
      val before = last
      if before == null then first = node else before.following = node
      last = node
    var place = polled
    var node = taken
    while node != null do
      val at = node
      node = at.following
      at.event match
        case behind: Signal.Behind =>
          if place == null then place = box.pollUpTo(behind.last)
          while place != null && place.number <= behind.last do
            add(place)
            place = box.pollUpTo(behind.last)
          behind.event match
            case signal: Signal if signal.overtakes => add(new Signal.Urgent(signal))
            case event => add(new Mailbox.Node(event))
        case _ => add(at)
    if place != null then add(place)
    first
  end merged

  override protected def isLost(node: Mailbox.Node): Boolean = node match
    case place: Place => place.state == State.Gone
    case _ => false

  override protected def takeInHand(node: Mailbox.Node): Boolean = node match
    case place: Place => box.takeInHand(place)
    case _ => true

  override protected def putBack(node: Mailbox.Node): Unit = node match
    case place: Place => box.putBack(place)
    case _ => ()

  override protected def consumed(node: Mailbox.Node): Unit = node match
    case place: Place => box.consumed(place)
    // one that the system made of a trapped exit holds no place
    case _ => ()

  override protected def end(reason: ExitReason, done: AnyRef | Null): Unit =
    box.close().foreach(more.append(_))
    super.end(reason, done)

  override protected def oldest: AnyRef | Null = box.oldestEvent
  override protected def keptNow: Int = box.polledCount
  override private[eddy] def backlog(atMost: Int): Int = math.min(box.stats.waiting, atMost)
  override def mailboxStats: Option[MailboxStats] = Some(box.stats)
end BoundedMailbox
