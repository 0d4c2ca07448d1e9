package eddy.runtime.internal

import eddy.runtime.spi.TimerEntry

/** A hierarchical timing wheel (Varghese and Lauck 1987, scheme 7): insert and cancel in constant time.
  *
  * Six levels of 64 slots; a slot of level n is 64^n ticks wide, so level 0 holds the timers that expire
  * within 64 ticks, and an entry moves down at most five times. A bit map per level finds the next occupied
  * slot without walking, so nothing runs while no timer expires. Deadlines beyond 64^6 ticks wait in the last
  * level and are filed again.
  *
  * Not thread-safe: [[TimerThread]] guards it.
  */
private[runtime] final class TimerWheel(startTick: Long):
  import TimerWheel.*

  private val firsts = new Array[TimerEntry | Null](Levels * Slots)
  private val lasts = new Array[TimerEntry | Null](Levels * Slots)
  private val occupied = new Array[Long](Levels)
  private var elapsed = startTick
  private var count = 0

  def size: Int = count

  /** False when the entry has expired already; it is not filed then. */
  def insert(entry: TimerEntry): Boolean =
    if entry.deadlineTick <= elapsed then false
    else
      file(entry)
      count += 1
      true

  /** False when the entry is not in the wheel (fired or cancelled). */
  def remove(entry: TimerEntry): Boolean =
    if entry.level < 0 then false
    else
      unlink(entry)
      count -= 1
      true

  /** Takes all out, in no order. */
  def clear(dropped: TimerEntry => Unit): Unit =
    for index <- firsts.indices do
      while firsts(index) != null do
        val entry = firsts(index).nn
        unlink(entry)
        count -= 1
        dropped(entry)

  /** The tick at which [[advance]] next has something to do, or Long.MaxValue. May be earlier than the first
    * deadline.
    */
  def nextTick: Long =
    var level = 0
    var result = Long.MaxValue
    while level < Levels && result == Long.MaxValue do
      if occupied(level) != 0 then result = slotStart(level, nextSlot(level))
      level += 1
    result

  /** Moves time to `now` and hands every due entry to `fire`, by deadline, and equal deadlines as they were
    * inserted.
    */
  def advance(now: Long)(fire: TimerEntry => Unit): Unit =
    var tick = nextTick
    while tick <= now do
      val level = lowestOccupied
      val slot = nextSlot(level)
      elapsed = tick
      var entry = firsts(level * Slots + slot)
      firsts(level * Slots + slot) = null
      lasts(level * Slots + slot) = null
      occupied(level) &= ~(1L << slot)
      while entry != null do
        val following = entry.next
        entry.level = -1
        entry.previous = null
        entry.next = null
        if entry.deadlineTick <= elapsed then
          count -= 1
          fire(entry)
        else file(entry)
        entry = following
      tick = nextTick
    elapsed = math.max(elapsed, now)
  end advance

  private def lowestOccupied: Int =
    var level = 0
    while occupied(level) == 0 do level += 1
    level

  private def nextSlot(level: Int): Int =
    val here = ((elapsed >> (level * Bits)) & (Slots - 1)).toInt
    val ahead = java.lang.Long.numberOfTrailingZeros(java.lang.Long.rotateRight(occupied(level), here))
    (here + ahead) & (Slots - 1)

  private def slotStart(level: Int, slot: Int): Long =
    val range = 1L << ((level + 1) * Bits)
    val start = (elapsed & ~(range - 1)) + (slot.toLong << (level * Bits))
    // a slot behind us belongs to the next round; happens only in the last level
    if start <= elapsed && level == Levels - 1 then start + range else start

  private def file(entry: TimerEntry): Unit =
    val distance = math.min((elapsed ^ entry.deadlineTick) | (Slots - 1), Span - 1)
    val level = (63 - java.lang.Long.numberOfLeadingZeros(distance)) / Bits
    // too far for the wheel: the last slot that can be reached, to be filed again from there
    val tick = math.min(entry.deadlineTick, elapsed + Span - (Span >> Bits))
    val slot = ((tick >> (level * Bits)) & (Slots - 1)).toInt
    val index = level * Slots + slot
    val last = lasts(index)
    entry.level = level
    entry.slot = slot
    entry.previous = last
    entry.next = null
    if last == null then firsts(index) = entry else last.next = entry
    lasts(index) = entry
    occupied(level) |= 1L << slot

  private def unlink(entry: TimerEntry): Unit =
    val before = entry.previous
    val after = entry.next
    val index = entry.level * Slots + entry.slot
    if before == null then firsts(index) = after else before.next = after
    if after == null then lasts(index) = before else after.previous = before
    if firsts(index) == null then occupied(entry.level) &= ~(1L << entry.slot)
    entry.level = -1
    entry.previous = null
    entry.next = null
end TimerWheel

private[runtime] object TimerWheel:
  private final val Bits = 6
  private final val Slots = 1 << Bits
  private final val Levels = 6
  private final val Span = 1L << (Bits * Levels)
