package eddy.runtime.internal

import java.util.ArrayList
import java.util.concurrent.locks.{LockSupport, ReentrantLock}

/** Drives a [[TimerWheel]] in milliseconds of `System.nanoTime`. Sleeps exactly until the next occupied slot. */
private[runtime] final class TimerThread(name: String):
  private val origin = System.nanoTime()
  private val lock = new ReentrantLock()
  // guarded by lock
  private val wheel = new TimerWheel(0)
  // guarded by lock; when the thread wakes by itself, in ticks
  private var wakeTick = Long.MaxValue
  @volatile private var stopping = false
  @volatile private var thread: Thread | Null = null

  def start(): Unit = thread = Thread.ofPlatform.nn.name(name).nn.daemon().nn.start(() => run())

  /** Tick in which `nanos` from now lies, rounded up so that nothing fires early. */
  def tickAfter(nanos: Long): Long =
    val now = System.nanoTime() - origin
    val at = if nanos > Long.MaxValue - now - TickNanos then Long.MaxValue - TickNanos else now + nanos
    (at + TickNanos - 1) / TickNanos

  def insert(entry: TimerEntry): Unit =
    lock.lock()
    val (due, earlier) =
      try
        val filed = wheel.insert(entry)
        val next = if filed then wheel.nextTick else Long.MaxValue
        val sooner = filed && next < wakeTick
        if sooner then wakeTick = next
        (!filed, sooner)
      finally lock.unlock()
    if due then entry.due()
    else if earlier then LockSupport.unpark(thread)

  /** False when it has fired or was cancelled before. */
  def cancel(entry: TimerEntry): Boolean =
    lock.lock()
    try wheel.remove(entry)
    finally lock.unlock()

  def pending: Int =
    lock.lock()
    try wheel.size
    finally lock.unlock()

  def stop(): Unit =
    stopping = true
    LockSupport.unpark(thread)

  private def run(): Unit =
    val due = new ArrayList[TimerEntry]()
    while !stopping do
      lock.lock()
      val sleepUntil =
        try
          wheel.advance((System.nanoTime() - origin) / TickNanos)(entry =>
            val _ = due.add(entry)
          )
          wakeTick = wheel.nextTick
          wakeTick
        finally lock.unlock()
      if !due.isEmpty then
        due.forEach(entry => entry.due())
        due.clear()
      else if sleepUntil == Long.MaxValue then LockSupport.park(this)
      else LockSupport.parkNanos(this, sleepUntil * TickNanos - (System.nanoTime() - origin))

  private inline def TickNanos = 1_000_000L
end TimerThread
