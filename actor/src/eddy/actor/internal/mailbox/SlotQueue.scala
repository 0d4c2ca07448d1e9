package eddy.actor.internal.mailbox

import eddy.runtime.spi.Mailbox

import java.util.HashMap

/** The messages of a bounded mailbox in order, and by key if it has keys. Guarded by the lock of its
  * [[BoundedQueue]].
  *
  * {{{
  *   oldest -> … -> fresh -> … -> newest
  *   polled          not polled yet
  * }}}
  */
private[actor] final class SlotQueue(keyed: Boolean):
  import SlotQueue.*

  private var oldest: Slot | Null = null
  private var newest: Slot | Null = null
  private var fresh: Slot | Null = null
  private var count = 0
  private var added = 0L
  // the number of the last barrier
  private var lastBarrier = 0L
  private val byKey: HashMap[Any, Slot] | Null = if keyed then new HashMap() else null

  def size: Int = count

  /** A barrier behind the slot that was added last; the number of that slot. */
  def issueBarrier(): Long =
    lastBarrier = added
    added

  /** True if no barrier was issued after this slot. */
  def isBehindAll(slot: Slot): Boolean = slot.number > lastBarrier

  def first: Slot | Null = oldest

  /** The oldest that is not in hand. */
  def firstThatWaits: Slot | Null =
    var slot = oldest
    while slot != null && slot.state == State.InHand do slot = slot.after
    slot

  /** The newest with the same key. */
  def withKeyOf(slot: Slot): Slot | Null = if byKey == null then null else byKey.get(slot.key)

  def polledCount: Int =
    var polled = 0
    var slot = oldest
    while slot != null && !(slot eq fresh) do
      polled += 1
      slot = slot.after
    polled

  def add(slot: Slot): Unit =
    val last = newest
    slot.before = last
    if last == null then oldest = slot else last.after = slot
    newest = slot
    if fresh == null then fresh = slot
    count += 1
    added += 1
    slot.number = added
    enter(slot)

  /** @param earlier not polled, and of the same key */
  def replace(earlier: Slot, slot: Slot): Unit =
    val (before, after) = (earlier.before, earlier.after)
    slot.before = before
    slot.after = after
    if before == null then oldest = slot else before.after = slot
    if after == null then newest = slot else after.before = slot
    if fresh eq earlier then fresh = slot
    slot.number = earlier.number
    earlier.state = State.Gone
    enter(slot)

  private def enter(slot: Slot): Unit =
    if byKey != null then
      val _ = byKey.put(slot.key, slot)

  def remove(slot: Slot): Unit =
    val (before, after) = (slot.before, slot.after)
    if before == null then oldest = after else before.after = after
    if after == null then newest = before else after.before = before
    if fresh eq slot then fresh = after
    slot.before = null
    slot.after = null
    slot.state = State.Gone
    count -= 1
    if byKey != null then
      val _ = byKey.remove(slot.key, slot)

  /** The oldest that was not polled. */
  def poll(): Slot | Null =
    val slot = fresh
    if slot != null then
      fresh = slot.after
      slot.state = State.Polled
    slot

  def pollUpTo(number: Long): Slot | Null =
    val slot = fresh
    if slot == null || slot.number > number then null else poll()

  /** Removes all slots; returns those that were not polled. */
  def clear(): List[Slot] =
    val left = List.unfold(fresh)(slot => if slot == null then None else Some((slot, slot.after)))
    oldest = null
    newest = null
    fresh = null
    count = 0
    if byKey != null then byKey.clear()
    left
end SlotQueue

private[actor] object SlotQueue:
  enum State derives CanEqual:
    /** Not polled yet. */
    case Waiting

    /** The owner has it in its list. */
    case Polled

    /** The owner tries it, or handles it. */
    case InHand

    /** Done with, or lost. */
    case Gone

  final class Slot(message: AnyRef, val key: Any) extends Mailbox.Node(message):
    private[SlotQueue] var before: Slot | Null = null
    private[SlotQueue] var after: Slot | Null = null

    /** In the order of the slots, from 1. */
    var number = 0L

    /** The owner must be notified of it: nothing waited before. Only for the thread that puts it. */
    var announces = false

    // written under the lock; Gone is for ever
    @volatile var state: State = State.Waiting

  /** The key that a program assigns to a message. Its hash, which may throw, is computed here. */
  final class Key(val of: Any):
    override val hashCode: Int = of.##
    override def equals(other: Any): Boolean = other match
      case key: Key => of == key.of
      case _ => false
end SlotQueue
