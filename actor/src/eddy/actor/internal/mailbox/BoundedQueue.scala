package eddy.actor.internal.mailbox

import eddy.actor.internal.mailbox.SlotQueue.{Key, Slot, State}
import eddy.actor.internal.signal.Envelope
import eddy.actor.{AskCycleException, DeadLetter, Delivery, MailboxPolicy, MailboxStats, Overflow}
import eddy.runtime.spi.Platform
import eddy.runtime.{Engine, WaitRefusedException}

import java.util.ArrayDeque
import java.util.concurrent.locks.ReentrantLock

/** The messages of a bounded mailbox, under a lock: senders put and, as the policy says, take out; the owner
  * polls.
  *
  * A polled message keeps its slot, and can be lost to a later message, until the owner is done with it. So
  * that none is lost while it is handled, the owner announces when it takes a message in hand, and when it
  * puts it back.
  */
private[actor] final class BoundedQueue[M](
    policy: MailboxPolicy.Bounded[M],
    owner: BoundedQueue.Owner,
    platform: Platform,
    all: MailboxCounters
):
  private val lock = new ReentrantLock()
  private val keyed = policy.overflow match
    case _: Overflow.KeepLatest[?] => true
    case _ => false
  private val losesWaiting = keyed || policy.overflow == Overflow.DropOldest
  // all fields below are guarded by lock; volatile ones are read without it
  private val slots = new SlotQueue(keyed)

  /** Lost after they were polled, and still in the owner's list. */
  @volatile private var gone = 0
  private var announced = false
  private var closed = false
  private var refused = 0L
  private var dropped = 0L
  private var replaced = 0L
  private var slowed = 0L
  // threads that wait for room, the longest first
  private val slow = new ArrayDeque[Thread]()

  /** A sender that would have waited for itself was reported already. */
  private var toldOfCircle = false

  private inline def locked[A](inline body: A): A =
    lock.lock()
    try body
    finally lock.unlock()

  // --- senders ---------------------------------------------------------------------------------------------

  /** Why [[put]] says `Dropped`. */
  def dropReason: DeadLetter.Reason =
    if keyed then DeadLetter.Reason.Unkeyed else DeadLetter.Reason.Overflow

  def put(message: M): Delivery =
    val event = message.asInstanceOf[AnyRef]
    policy.overflow match
      case Overflow.KeepLatest(keyOf) =>
        // the program's own code: not under the lock
        val slot =
          try new Slot(event, new Key(keyOf(Envelope.plain(message).asInstanceOf[M])))
          catch
            case cause: Throwable =>
              owner.keyFailed(cause)
              null
        if slot == null then keyless(event) else putLatest(slot)
      case Overflow.SlowSender(timeout) => putSlowly(new Slot(event, null), timeout.toNanos)
      case Overflow.DropOldest => putForOldest(new Slot(event, null))
      case Overflow.DropNewest => putOrDrop(new Slot(event, null))
      case Overflow.Refuse => putOrRefuse(new Slot(event, null))

  private def putOrRefuse(slot: Slot): Delivery = announced(slot):
    locked(if closed then Delivery.Terminated else if isFull then refuse() else add(slot))

  private def putOrDrop(slot: Slot): Delivery =
    val delivery = locked(if closed then Delivery.Terminated else if isFull then drop() else add(slot))
    if delivery == Delivery.Dropped then owner.lost(slot.event, DeadLetter.Reason.Overflow)
    announced(slot)(delivery)

  private def putForOldest(slot: Slot): Delivery =
    var victim: Slot | Null = null
    val delivery = locked:
      if closed then Delivery.Terminated
      else if !isFull then add(slot)
      else
        val oldest = slots.firstThatWaits
        val lost = drop()
        if oldest == null then
          victim = slot
          lost
        else
          victim = oldest
          evict(oldest)
          add(slot)
    lose(victim, DeadLetter.Reason.Overflow)
    announced(slot)(delivery)

  private def putLatest(slot: Slot): Delivery =
    var victim: Slot | Null = null
    val delivery = locked:
      val earlier = slots.withKeyOf(slot)
      if closed then Delivery.Terminated
      else if earlier == null || earlier.state == State.InHand then if isFull then refuse() else add(slot)
      else
        victim = earlier
        countReplaced()
        if earlier.state == State.Waiting && slots.isBehindAll(earlier) then
          slots.replace(earlier, slot)
          Delivery.Accepted
        else
          evict(earlier)
          add(slot)
    lose(victim, DeadLetter.Reason.Replaced)
    announced(slot)(delivery)

  private def keyless(event: AnyRef): Delivery =
    val delivery = locked(if closed then Delivery.Terminated else drop())
    if delivery == Delivery.Dropped then owner.lost(event, DeadLetter.Reason.Unkeyed)
    delivery

  private def putSlowly(slot: Slot, timeoutNanos: Long): Delivery =
    var circle: AskCycleException | Null = null
    val delivery = locked:
      if !closed && isFull && !Unslowed.isHere then
        slowed += 1
        all.slowed.increment()
        try owner.slow(Engine.waiting(awaitRoom(timeoutNanos)))
        catch
          // where no more threads may wait, it is as if the time were over
          case _: WaitRefusedException => ()
          case found: AskCycleException =>
            if !toldOfCircle then circle = found
            toldOfCircle = true
      if closed then Delivery.Terminated else if isFull then refuse() else add(slot)
    val toTell = circle
    if toTell != null then owner.inCircle(toTell)
    announced(slot)(delivery)

  /** Until there is room, or the mailbox or the time is over; not under the lock while it waits. */
  private def awaitRoom(nanos: Long): Unit =
    val until = platform.nanoTime + nanos
    val me = Thread.currentThread
    slow.addLast(me)
    while isFull && !closed && until - platform.nanoTime > 0 do
      lock.unlock()
      try platform.park(this, until - platform.nanoTime)
      finally lock.lock()
      if Thread.interrupted() then
        // it was woken for room that another sender must get now
        if !slow.remove(me) then wakeSlow()
        throw InterruptedException("interrupted while it waited for room in a mailbox")
      // woken for room, and another sender was quicker: still the first
      if isFull && !slow.contains(me) then slow.addFirst(me)
    slow.remove(me): Unit

  /** Not under the lock. */
  private def announced(slot: Slot)(delivery: Delivery): Delivery =
    if slot.announces then owner.announce()
    delivery

  private def lose(victim: Slot | Null, reason: DeadLetter.Reason): Unit =
    if victim != null then owner.lost(victim.event, reason)

  /** Any thread: the number of the slot that was added last. Later slots have greater numbers, and never
    * replace a slot with a smaller one.
    */
  def issueBarrier(): Long = locked(slots.issueBarrier())

  // --- under the lock --------------------------------------------------------------------------------------

  private def isFull: Boolean = slots.size >= policy.capacity

  private def add(slot: Slot): Delivery =
    slots.add(slot)
    all.waiting.increment()
    slot.announces = !announced
    announced = true
    Delivery.Accepted

  private def evict(slot: Slot): Unit =
    if slot.state != State.Waiting then gone += 1
    remove(slot)

  private def remove(slot: Slot): Unit =
    slots.remove(slot)
    all.waiting.decrement()

  private def refuse(): Delivery =
    refused += 1
    all.refused.increment()
    Delivery.Full

  private def drop(): Delivery =
    dropped += 1
    all.dropped.increment()
    Delivery.Dropped

  private def countReplaced(): Unit =
    replaced += 1
    all.replaced.increment()

  private def wakeSlow(): Unit = platform.unpark(slow.pollFirst())

  // --- the owner -------------------------------------------------------------------------------------------

  /** The oldest that was not polled, or null; after null the next [[put]] wakes the owner again. */
  def poll(): Slot | Null = locked:
    val slot = slots.poll()
    if slot == null then announced = false
    slot

  /** As [[poll]], if its number is `last` or less; after null nothing has changed. */
  def pollUpTo(last: Long): Slot | Null = locked(slots.pollUpTo(last))

  /** It is about to be tried: from now on it is not lost to others. False when it is lost already. */
  def takeInHand(slot: Slot): Boolean =
    if losesWaiting then
      locked:
        val lost = slot.state == State.Gone
        if lost then gone -= 1 else slot.state = State.InHand
        !lost
    else true

  /** It was tried in vain, and waits again. */
  def putBack(slot: Slot): Unit =
    if losesWaiting then
      var victim: Slot | Null = null
      locked:
        slot.state = State.Polled
        // a later one with its key came meanwhile
        if keyed && !closed && !(slots.withKeyOf(slot) eq slot) then
          victim = slot
          countReplaced()
          evict(slot)
      lose(victim, DeadLetter.Reason.Replaced)

  /** It is done with; said once, or more often. */
  def consumed(slot: Slot): Unit = locked:
    if !closed && slot.state != State.Gone then
      remove(slot)
      wakeSlow()

  /** Of those in the owner's list so many are lost that it is worth while to take them out. */
  def mustSweep: Boolean =
    val lost = gone
    lost > 0 && locked(lost * 4 >= slots.size)

  /** The owner has taken so many of them out. */
  def swept(lost: Int): Unit = locked { gone -= lost }

  /** Closes the queue; returns the slots that were not polled, oldest first. */
  def close(): List[Slot] = locked:
    closed = true
    slow.forEach(platform.unpark(_))
    all.waiting.add(-slots.size.toLong)
    slots.clear()

  // --- diagnostics -----------------------------------------------------------------------------------------

  def oldestEvent: AnyRef | Null = locked:
    val slot = slots.first
    if slot == null then null else slot.event

  /** The number of slots that were polled and are not done with. */
  def polledCount: Int = locked(slots.polledCount)

  def stats: MailboxStats = locked(MailboxStats(slots.size, refused, dropped, replaced, slowed))
end BoundedQueue

private[actor] object BoundedQueue:
  /** Whose mailbox it is. Called without the lock. */
  trait Owner:
    /** There is something to poll, after there was nothing. */
    private[actor] def announce(): Unit
    private[actor] def lost(message: AnyRef, reason: DeadLetter.Reason): Unit

    /** Runs `wait`, by which the calling thread waits for room, under the lock but for the wait itself.
      *
      * @throws AskCycleException when the thread is that of an actor for which the owner waits
      */
    private[actor] def slow(wait: => Unit): Unit = wait

    /** A sender did not wait, since it would have waited for itself. */
    private[actor] def inCircle(found: AskCycleException): Unit = ()

    /** The policy's key function threw. */
    private[actor] def keyFailed(cause: Throwable): Unit
