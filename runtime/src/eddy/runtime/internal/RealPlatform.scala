package eddy.runtime.internal

import eddy.runtime.spi.{Platform, TimerEntry}

import java.lang.System.Logger
import java.security.SecureRandom
import java.util.concurrent.locks.LockSupport
import java.util.concurrent.{ThreadLocalRandom, TimeoutException}
import java.util.random.RandomGenerator
import scala.concurrent.duration.Duration
import scala.concurrent.{Await, Future}

/** The system's clock, a thread for timers, virtual threads, the platform's logger. */
private[eddy] final class RealPlatform(name: String, workers: Int, scheduler: Scheduler) extends Platform:
  private val owners = new ThreadLocal[AnyRef | Null]
  private val clock = new TimerThread(s"$name-timer", workers)

  def start(): Unit = clock.start()

  def nanoTime: Long = System.nanoTime()
  def currentTimeMillis: Long = System.currentTimeMillis()
  def insert(timer: TimerEntry, delayNanos: Long): Unit =
    timer.deadlineTick = clock.tickAfter(delayNanos)
    clock.insert(timer)
  override def insertCoarse(timer: TimerEntry, delayNanos: Long): Unit = Worker.current match
    case worker: Worker
        if (worker.scheduler eq scheduler) && !worker.isSpare && timer.shard == worker.id && delayNanos >= LongEnough =>
      timer.deadlineTick = clock.ticks(delayNanos)
      clock.insertCoarse(timer)
    case _ => insert(timer, delayNanos)
  def cancel(timer: TimerEntry): Boolean = clock.cancel(timer)
  def timers: Int = clock.pending
  def stopTimers(): Unit = clock.stop()

  def newThread(name: String, owner: AnyRef, body: Runnable): Thread =
    val owned: Runnable = () =>
      owners.set(owner)
      body.run()
    Thread.ofVirtual.nn.name(name).nn.unstarted(owned).nn
  def acting: AnyRef | Null = Worker.current match
    case worker: Worker => worker.acting
    case null => owners.get
  def startThread(thread: Thread): Unit = thread.start()
  def park(blocker: AnyRef, nanos: Long): Unit =
    if nanos == Long.MaxValue then LockSupport.park(blocker) else LockSupport.parkNanos(blocker, nanos)
  def unpark(thread: Thread | Null): Unit = LockSupport.unpark(thread)
  def interrupt(thread: Thread | Null): Unit = if thread != null then thread.interrupt()
  // on a worker, Await says so itself: see Worker
  def await[A](future: Future[A]): A = Await.result(future, Duration.Inf)
  def await(future: Future[?], nanos: Long): Boolean =
    try
      val _ = Await.ready(future, Duration.fromNanos(nanos))
      true
    catch case _: TimeoutException => false
  def giveWay(): Unit = ()
  def beforeSend(): Unit = ()
  def beforeUse(by: AnyRef, of: AnyRef, entry: AnyRef | Null, use: Platform.Use): Unit = ()
  def interleaves: Boolean = false
  def needsThreads(what: String, instead: String): Unit = ()

  def random: RandomGenerator = ThreadLocalRandom.current.nn
  def unguessable: Long = RealPlatform.secure.nextLong()
  def stampsMessages: Boolean = true
  def hash(of: AnyRef): Int = System.identityHashCode(of)
  def log(logger: Logger, level: Logger.Level, text: => String): Unit =
    if logger.isLoggable(level) then logger.log(level, text)

  // a limit that may be 16 ms late
  private inline def LongEnough = 500_000_000L
end RealPlatform

private object RealPlatform:
  private val secure = SecureRandom()
