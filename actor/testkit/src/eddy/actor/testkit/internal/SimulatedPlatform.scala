package eddy.actor.testkit.internal

import eddy.actor.ActorView
import eddy.runtime.spi.Platform.Use
import eddy.runtime.spi.{Platform, TimerEntry}

import java.lang.System.Logger
import java.util.IdentityHashMap
import java.util.random.RandomGenerator
import scala.concurrent.duration.Duration
import scala.concurrent.{Await, ExecutionContext, Future}

/** Virtual time, threads that run only when it is their turn, numbers instead of addresses, a log that is the
  * trace.
  */
private[testkit] final class SimulatedPlatform(stage: Stage) extends Platform:
  private val actorNumbers = new IdentityHashMap[AnyRef, Integer]()
  private val otherNumbers = new IdentityHashMap[AnyRef, Integer]()
  private val accesses = new Accesses

  def start(): Unit = ()

  // not from zero: code that takes 0 for "never" works in the real world, where the clock hardly ever shows
  // it
  def nanoTime: Long = stage.time.nanos + 1_000_000_000L
  def insert(timer: TimerEntry, delayNanos: Long): Unit = stage.time.insert(timer, delayNanos)
  def cancel(timer: TimerEntry): Boolean = stage.time.cancel(timer)
  def timers: Int = stage.time.pending
  def stopTimers(): Unit = stage.time.stop()

  def newThread(name: String, owner: AnyRef, body: Runnable): Thread =
    stage.newThread(name, owner, () => body.run())
  def acting: AnyRef | Null = stage.acting
  def startThread(thread: Thread): Unit = stage.start(thread)
  def park(blocker: AnyRef, nanos: Long): Unit = stage.park(nanos)
  def unpark(thread: Thread | Null): Unit = if thread != null then stage.unpark(thread)
  // not that of the JDK: a thread that waits for its turn must not be woken
  def interrupt(thread: Thread | Null): Unit = if thread != null then stage.interrupt(thread)
  def giveWay(): Unit = stage.giveWay()
  def beforeSend(): Unit = stage.interrupt()
  def beforeUse(by: AnyRef, of: AnyRef, entry: AnyRef | Null, use: Use): Unit =
    val who = Trace.text(by)
    stage.interrupt(who)
    val what = if entry == null then nameOf(of) else s"an entry of ${nameOf(of)}"
    stage.trace.add(0, "", s"$who ${Accesses.verb(use)} $what")
    accesses.note(
      by,
      if entry == null then of else entry,
      use,
      who,
      what,
      stage.stepCount
    ).foreach(stage.trace.add(0, "", _))

  // the number that it has in its process is another one in each run
  private def nameOf(shared: AnyRef): String =
    val text = Trace.text(shared)
    val kind = text.takeWhile(_ != '#')
    if kind.length == text.length then text else s"$kind ${label(shared)}"

  /** Updates that were lost, oldest first. */
  def lost: List[String] = accesses.lost
  def interleaves: Boolean = true

  def await[A](future: Future[A]): A =
    val me = Thread.currentThread
    if !future.isCompleted then
      future.onComplete(_ => if !stage.isOver then stage.unpark(me))(using ExecutionContext.parasitic)
      while !future.isCompleted do park(Long.MaxValue)
    // complete: does not wait
    Await.result(future, Duration.Zero)

  def await(future: Future[?], nanos: Long): Boolean =
    val me = Thread.currentThread
    val until = nanoTime + nanos
    if !future.isCompleted then
      future.onComplete(_ => if !stage.isOver then stage.unpark(me))(using ExecutionContext.parasitic)
      while !future.isCompleted && until - nanoTime > 0 do park(until - nanoTime)
    future.isCompleted

  private def park(nanos: Long): Unit =
    stage.park(nanos)
    if Thread.interrupted() then throw InterruptedException("interrupted while it waited for a future")

  def needsThreads(what: String, instead: String): Unit =
    throw UnsupportedOperationException(s"$what has threads of its own, which a seed cannot repeat: $instead")

  def random: RandomGenerator = stage.random
  // the same actors, by other paths of their code
  val stampsMessages: Boolean = stage.random.nextBoolean()

  /** Numbers in the order in which they are first asked for: the same in each run of a seed. */
  def number(of: AnyRef): Int =
    val numbers = if ActorView.isActor(of) then actorNumbers else otherNumbers
    val known = numbers.get(of)
    if known != null then known
    else
      val next = numbers.size + 1
      numbers.put(of, next): Unit
      next
  override def label(of: AnyRef): String = number(of).toString

  // spread, as hash codes are
  def hash(of: AnyRef): Int = number(of) * 0x9e3779b9

  def log(logger: Logger, level: Logger.Level, text: => String): Unit =
    stage.trace.add(0, "", s"${level.toString.toLowerCase}: ${Trace.text(text)}")
end SimulatedPlatform
