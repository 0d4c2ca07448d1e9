package eddy.runtime.spi

/** The events of a sequential unit, run in turns: a mailbox, and what its owner has taken from it. The loop
  * of a turn is here, once for all units whose events run in the order of arrival. (An actor has its own: its
  * events wait in a save queue until a behavior matches them.)
  */
private[eddy] abstract class EventQueue extends Mailbox(idle = true):
  import EventQueue.Claim

  // owner only: taken from the mailbox and not run yet
  private var taken: Mailbox.Node | Null = null
  // owner only: the event that claimed the unit, left in its place; see Mailbox
  private var done: AnyRef | Null = null

  /** Owner only: has the rest run in another turn. */
  private[eddy] def resubmit(): Unit

  /** Owner only: runs events until the unit is idle, one of them must wait, or the turn is over. Inlined, so
    * that the loop of each kind of unit is compiled for it alone.
    *
    * @param most events of this turn
    * @param runEvent false when the event waits: another thread may own the unit by now
    * @param mustYield whether the turn should end before `most` events
    */
  private[eddy] final inline def drain(most: Int)(
      inline runEvent: AnyRef => Boolean,
      inline mustYield: Boolean
  ): Unit =
    var budget = most
    val worker = CurrentWorker.get
    var go = true
    while go do
      val event = next()
      if event == null then go = giveBack() == Claim.Kept
      else
        budget -= 1
        go = runEvent(event)
        if go && (budget <= 0 || mustYield || isAsked(worker)) then
          yieldTurn()
          go = false
    count(worker, most - budget)

  private[eddy] final def isAsked(worker: CurrentWorker | Null): Boolean = worker != null && worker.mustYield

  private[eddy] final def count(worker: CurrentWorker | Null, events: Int): Unit =
    // the worker itself counts one for the turn
    if worker != null then worker.countEvents(math.max(0, events - 1))

  /** Owner only: ends the turn; the remaining events run in another one. */
  private[eddy] final def yieldTurn(): Unit =
    if taken != null || giveBack() == Claim.Kept then resubmit()

  /** Owner only: the next event; null without one. */
  private[eddy] final def next(): AnyRef | Null =
    val first = if taken == null && done == null then single else null
    if first != null then
      done = first
      first
    else
      if taken == null then
        taken = takeAll(done)
        if taken != null then done = null
      val node = taken
      if node == null then null
      else
        taken = node.following
        node.event

  private[eddy] final def giveBack(): Claim =
    val last = done
    // after the release another thread may own the unit
    done = null
    if release(last) then Claim.GivenBack
    else
      done = last
      Claim.Kept
end EventQueue

private[eddy] object EventQueue:
  /** The state of this thread's claim to a unit. */
  enum Claim derives CanEqual:
    /** The unit is idle. Another thread may own it by now. */
    case GivenBack

    /** An event has arrived in the meantime: this thread still owns the unit. */
    case Kept
