package eddy.runtime.internal

import eddy.runtime.spi.TimerEntry

import java.util.ArrayList
import java.util.concurrent.atomic.AtomicLong
import java.util.concurrent.locks.{LockSupport, ReentrantLock}

/** Drives timer wheels in milliseconds of `System.nanoTime`. Sleeps until the next occupied slot.
  *
  * Most timers are time limits that are cancelled again at once, so each worker has a wheel of its own, under
  * a lock that other threads hardly take; and where the wheels have just been found empty, the thread stays
  * ready for a second, instead of being woken by the next timer far ahead.
  *
  * No timer is overlooked: an inserting thread publishes the wheel's next tick, then reads when the timer
  * thread will wake; the timer thread publishes when it will wake, then reads the next ticks.
  */
private[runtime] final class TimerThread(name: String, workers: Int):
  import TimerThread.*

  private val origin = System.nanoTime()
  private val shards =
    Array.fill(Integer.highestOneBit(workers) * (if Integer.bitCount(workers) == 1 then 1 else 2))(new Shard)
  // tick of the thread's next look without a wake-up; Awake while it is looking
  private val wakeTick = new AtomicLong(Long.MaxValue)
  // tick at which limits outside the wheels must enter them; MaxValue: no such limits
  @volatile private var limitsTick = Long.MaxValue
  @volatile private var stopping = false
  @volatile private var thread: Thread | Null = null

  def start(): Unit = thread = Thread.ofPlatform.nn.name(name).nn.daemon().nn.start(() => run())

  /** Tick in which `nanos` from now lies, rounded up so that nothing fires early. */
  def tickAfter(nanos: Long): Long =
    val now = System.nanoTime() - origin
    val at = if nanos > Long.MaxValue - now - TickNanos then Long.MaxValue - TickNanos else now + nanos
    (at + TickNanos - 1) / TickNanos

  def ticks(nanos: Long): Long = math.min(nanos, Long.MaxValue - TickNanos) / TickNanos + 1

  def insert(entry: TimerEntry): Unit =
    val next = shardOf(entry).insert(entry)
    if stopping then dropAll()
    if next == Due then entry.due() else wakeAt(next)

  private def wakeAt(tick: Long): Unit =
    var planned = wakeTick.get
    while tick < planned && !wakeTick.compareAndSet(planned, tick) do planned = wakeTick.get
    if tick < planned then LockSupport.unpark(thread)

  /** Called by the worker whose number is the entry's shard; the entry's tick counts from now. */
  def insertCoarse(entry: TimerEntry): Unit =
    val shard = shardOf(entry)
    entry.makeFresh()
    if !shard.limits.offer(entry) then
      wakeAt(shard.file(origin))
      val _ = shard.limits.offer(entry)
    if stopping then dropAll()
    else if limitsTick == Long.MaxValue then
      val soon = tickNow + LimitsLate
      limitsTick = soon
      wakeAt(soon)

  private def tickNow: Long = (System.nanoTime() - origin) / TickNanos

  /** False when it has fired or was cancelled before. */
  def cancel(entry: TimerEntry): Boolean = entry.cancelBefore() || shardOf(entry).remove(entry)

  def pending: Int = shards.map(_.size).sum

  def stop(): Unit =
    stopping = true
    LockSupport.unpark(thread)
    dropAll()

  private def dropAll(): Unit =
    val dropped = new ArrayList[TimerEntry]()
    shards.foreach(_.clear(origin, dropped))
    dropped.forEach(_.dropped())

  private def shardOf(entry: TimerEntry): Shard = shards(entry.shard & (shards.length - 1))

  private def run(): Unit =
    val due = new ArrayList[TimerEntry]()
    var wasEmpty = true
    var secondLook = Long.MaxValue
    while !stopping do
      wakeTick.set(Awake)
      val now = tickNow
      if limitsTick <= now then
        // A thread that adds a limit from here on sets the tick again. A thread that has just added one
        // without a fence may have read the old tick while its limit is not visible here yet: therefore a
        // second look, long after.
        limitsTick = Long.MaxValue
        secondLook = now + 2
        shards.foreach(shard => shard.file(origin): Unit)
      else if secondLook <= now then
        secondLook = Long.MaxValue
        shards.foreach(shard => shard.file(origin): Unit)
      shards.foreach(_.advance(now, due))
      if !due.isEmpty then
        due.forEach(_.due())
        due.clear()
        wasEmpty = false
      else
        val next = math.min(nextTick, math.min(limitsTick, secondLook))
        val until = if next != Long.MaxValue || wasEmpty then next else now + Readiness
        wasEmpty = next == Long.MaxValue
        wakeTick.set(until)
        if nextTick >= until && limitsTick >= until then
          if until == Long.MaxValue then LockSupport.park(this)
          else LockSupport.parkNanos(this, until * TickNanos - (System.nanoTime() - origin))
    end while
  end run

  private def nextTick: Long =
    var next = Long.MaxValue
    shards.foreach(shard => next = math.min(next, shard.nextTick))
    next
end TimerThread

private object TimerThread:
  private inline val TickNanos = 1_000_000L
  private inline val Awake = Long.MinValue
  private inline val Due = -1L
  private inline val Readiness = 1000L
  private inline val LimitsLate = 15L

  /** A wheel and its lock. */
  private final class Shard:
    private val lock = new ReentrantLock()
    private val wheel = new TimerWheel(0)

    /** Of the wheel; not later than that, though a timer that was cancelled may have made it later. */
    @volatile var nextTick: Long = Long.MaxValue

    val limits = new DeadlineBuffer

    /** Moves the limits that have not been cancelled into the wheel; its next tick. */
    def file(origin: Long): Long =
      lock.lock()
      try
        // under the lock, so that the wheel is not ahead of it
        val now = (System.nanoTime() - origin) / TickNanos
        var entry = limits.poll()
        while entry != null do
          if entry.moveToWheel() then
            entry.deadlineTick += now
            val _ = wheel.insert(entry)
          entry = limits.poll()
        nextTick = wheel.nextTick
        nextTick
      finally lock.unlock()

    /** The wheel's next tick, or Due. */
    def insert(entry: TimerEntry): Long =
      lock.lock()
      try
        if !wheel.insert(entry) then Due
        else
          val next = wheel.nextTick
          if next != nextTick then nextTick = next
          next
      finally lock.unlock()

    def remove(entry: TimerEntry): Boolean =
      lock.lock()
      try wheel.remove(entry)
      finally lock.unlock()

    def advance(now: Long, due: ArrayList[TimerEntry]): Unit =
      lock.lock()
      try
        wheel.advance(now)(entry => due.add(entry): Unit)
        nextTick = wheel.nextTick
      finally lock.unlock()

    def clear(origin: Long, dropped: ArrayList[TimerEntry]): Unit =
      lock.lock()
      try
        val _ = file(origin)
        wheel.clear(entry => dropped.add(entry): Unit)
      finally lock.unlock()

    /** A moment old: read without the lock. */
    def size: Int = wheel.size
  end Shard
end TimerThread
