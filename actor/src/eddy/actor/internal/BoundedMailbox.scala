package eddy.actor.internal

import eddy.actor.internal.Places.{Place, State}
import eddy.actor.{DeadLetter, Delivery, ExitReason, MailboxStats}
import eddy.runtime.internal.Mailbox

/** An actor of either kind whose messages wait in a [[BoundedBox]]; what the system sends goes past it, as always. */
private[eddy] trait BoundedMailbox[M] extends Cell[M], BoundedBox.Owner:
  protected def box: BoundedBox[M]

  override private[eddy] def deliverNow(message: M): Delivery = box.put(stamped(message).asInstanceOf[M])

  private[actor] def announce(): Unit = signal(Signal.Look): Unit
  private[actor] def lost(message: AnyRef, reason: DeadLetter.Reason): Unit =
    system.deadLetter(message, this, reason)
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
    if place != null then more.append(place)
    place != null

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
