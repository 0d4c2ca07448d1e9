package eddy.actor.internal.mailbox

import eddy.runtime.spi.Mailbox

import java.util.HashMap

/** The messages of a bounded mailbox in order, and by key if it has keys. Guarded by the lock of its
  * [[BoundedBox]].
  *
  * {{{
  *   oldest -> … -> fresh -> … -> newest
  *   polled          not polled yet
  * }}}
  */
private[actor] final class Places(keyed: Boolean):
  import Places.*

  private var oldest: Place | Null = null
  private var newest: Place | Null = null
  private var fresh: Place | Null = null
  private var count = 0
  private var added = 0L
  // the last number that was asked for
  private var told = 0L
  private val byKey: HashMap[Any, Place] | Null = if keyed then new HashMap() else null

  def size: Int = count

  /** The number of the place that was added last, for a barrier behind it. */
  def lastNumber: Long =
    told = added
    added

  /** True if no barrier was issued after this place. */
  def isBehindAll(place: Place): Boolean = place.number > told

  def first: Place | Null = oldest

  /** The oldest that is not in hand. */
  def firstThatWaits: Place | Null =
    var place = oldest
    while place != null && place.state == State.InHand do place = place.after
    place

  /** The newest with the same key. */
  def withKeyOf(place: Place): Place | Null = if byKey == null then null else byKey.get(place.key)

  def polledCount: Int =
    var polled = 0
    var place = oldest
    while place != null && !(place eq fresh) do
      polled += 1
      place = place.after
    polled

  def add(place: Place): Unit =
    val last = newest
    place.before = last
    if last == null then oldest = place else last.after = place
    newest = place
    if fresh == null then fresh = place
    count += 1
    added += 1
    place.number = added
    enter(place)

  /** @param earlier not polled, and of the same key */
  def replace(earlier: Place, place: Place): Unit =
    val (before, after) = (earlier.before, earlier.after)
    place.before = before
    place.after = after
    if before == null then oldest = place else before.after = place
    if after == null then newest = place else after.before = place
    if fresh eq earlier then fresh = place
    place.number = earlier.number
    earlier.state = State.Gone
    enter(place)

  private def enter(place: Place): Unit =
    if byKey != null then
      val _ = byKey.put(place.key, place)

  def remove(place: Place): Unit =
    val (before, after) = (place.before, place.after)
    if before == null then oldest = after else before.after = after
    if after == null then newest = before else after.before = before
    if fresh eq place then fresh = after
    place.before = null
    place.after = null
    place.state = State.Gone
    count -= 1
    if byKey != null then
      val _ = byKey.remove(place.key, place)

  /** The oldest that was not polled. */
  def poll(): Place | Null =
    val place = fresh
    if place != null then
      fresh = place.after
      place.state = State.Polled
    place

  def pollUpTo(number: Long): Place | Null =
    val place = fresh
    if place == null || place.number > number then null else poll()

  /** Removes all places; returns those that were not polled. */
  def clear(): List[Place] =
    val left = List.unfold(fresh)(place => if place == null then None else Some((place, place.after)))
    oldest = null
    newest = null
    fresh = null
    count = 0
    if byKey != null then byKey.clear()
    left
end Places

private[actor] object Places:
  enum State derives CanEqual:
    /** Not polled yet. */
    case Waiting

    /** The owner has it in its list. */
    case Polled

    /** The owner tries it, or handles it. */
    case InHand

    /** Done with, or lost. */
    case Gone

  final class Place(message: AnyRef, val key: Any) extends Mailbox.Node(message):
    private[Places] var before: Place | Null = null
    private[Places] var after: Place | Null = null

    /** In the order of the places, from 1. */
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
end Places
