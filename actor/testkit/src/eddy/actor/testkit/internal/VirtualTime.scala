package eddy.actor.testkit.internal

import eddy.runtime.spi.TimerEntry

import java.util.{IdentityHashMap, TreeMap}
import scala.collection.mutable
import scala.jdk.CollectionConverters.*

/** Time that stands still until it is moved. Deadlines are rounded up to a millisecond, as those of real
  * timers are, so that the same deadlines coincide. Confined to the holder of the baton of the [[Stage]].
  */
private[testkit] final class VirtualTime:
  import VirtualTime.*

  private var now = 0L
  private var inserted = 0L
  private val timers = new TreeMap[Key, Pending]()
  private val keys = new IdentityHashMap[TimerEntry, Key]()
  private val stopped = mutable.HashSet.empty[Gate]

  /** Since the beginning. */
  def nanos: Long = now

  /** Timers of a machine that wait. */
  def pending(gate: Gate): Int = timers.values.nn.asScala.count(_.gate eq gate)

  def insert(timer: TimerEntry, delayNanos: Long, gate: Gate): Unit =
    val at = if delayNanos > Long.MaxValue / 2 then Long.MaxValue / 2 else now + delayNanos
    val tick = math.max(at + Tick - 1, 0) / Tick
    if stopped.contains(gate) || gate.isGone then ()
    else if tick * Tick <= now then timer.due()
    else
      inserted += 1
      val key = Key(tick, inserted)
      timers.put(key, Pending(timer, gate)): Unit
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
      var entry: java.util.Map.Entry[Key, Pending] | Null = first
      while entry != null && entry.getKey.tick == tick do
        timers.remove(entry.getKey): Unit
        keys.remove(entry.getValue.timer): Unit
        entry.getValue.timer.due()
        entry = timers.firstEntry()
      true

  /** Moves to `nanos`; no timer may expire before. */
  def goTo(nanos: Long): Unit = now = math.max(now, nanos)

  /** No timer of that machine expires from now on. */
  def stop(gate: Gate): Unit =
    stopped += gate
    timers.values.nn.removeIf: pending =>
      val is = pending.gate eq gate
      if is then keys.remove(pending.timer): Unit
      is
    : Unit

  /** No timer expires from now on. */
  def stop(): Unit =
    timers.clear()
    keys.clear()
end VirtualTime

private[testkit] object VirtualTime:
  private final val Tick = 1_000_000L

  private final class Pending(val timer: TimerEntry, val gate: Gate)

  private final case class Key(tick: Long, number: Long) extends Comparable[Key]:
    def compareTo(other: Key): Int =
      val byTick = tick.compare(other.tick)
      if byTick != 0 then byTick else number.compare(other.number)
