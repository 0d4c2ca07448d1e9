package eddy.actor.testkit.internal

import eddy.runtime.spi.TimerEntry

import java.util.{IdentityHashMap, TreeMap}

/** Time that stands still until it is moved. Deadlines are rounded up to a millisecond, as those of real
  * timers are, so that the same deadlines coincide. Confined to the holder of the baton of the [[Stage]].
  */
private[testkit] final class VirtualTime:
  import VirtualTime.*

  private var now = 0L
  private var inserted = 0L
  private val timers = new TreeMap[Key, TimerEntry]()
  private val keys = new IdentityHashMap[TimerEntry, Key]()
  private var stopped = false

  /** Since the beginning. */
  def nanos: Long = now

  def pending: Int = timers.size

  def insert(timer: TimerEntry, delayNanos: Long): Unit =
    val at = if delayNanos > Long.MaxValue / 2 then Long.MaxValue / 2 else now + delayNanos
    val tick = math.max(at + Tick - 1, 0) / Tick
    if stopped then ()
    else if tick * Tick <= now then timer.due()
    else
      inserted += 1
      val key = Key(tick, inserted)
      timers.put(key, timer): Unit
      keys.put(timer, key): Unit

  def cancel(timer: TimerEntry): Boolean =
    val key = keys.remove(timer)
    if key == null then false
    else
      timers.remove(key): Unit
      true

  /** Moves to the next deadline, if it is not after `limitNanos`: all timers of that moment expire. */
  def goToNext(limitNanos: Long): Boolean =
    val first = timers.firstEntry()
    if first == null || first.getKey.tick * Tick > limitNanos then false
    else
      val tick = first.getKey.tick
      now = tick * Tick
      var entry: java.util.Map.Entry[Key, TimerEntry] | Null = first
      while entry != null && entry.getKey.tick == tick do
        timers.remove(entry.getKey): Unit
        keys.remove(entry.getValue): Unit
        entry.getValue.due()
        entry = timers.firstEntry()
      true

  /** Moves to `nanos`; no timer may expire before. */
  def goTo(nanos: Long): Unit = now = math.max(now, nanos)

  def stop(): Unit =
    stopped = true
    timers.clear()
    keys.clear()
end VirtualTime

private[testkit] object VirtualTime:
  private final val Tick = 1_000_000L

  private final case class Key(tick: Long, number: Long) extends Comparable[Key]:
    def compareTo(other: Key): Int =
      val byTick = tick.compare(other.tick)
      if byTick != 0 then byTick else number.compare(other.number)
