package eddy.actor.testkit.internal

import eddy.runtime.spi.Platform.Use
import eddy.runtime.spi.{Platform, TimerEntry}

import java.lang.System.Logger
import java.util.random.RandomGenerator
import scala.concurrent.duration.Duration
import scala.concurrent.{Await, ExecutionContext, Future}

/** Virtual time, threads that run only when it is their turn, numbers instead of addresses, a log that is the
  * trace. Each machine of a simulation has one.
  *
  * @param gate of the machine
  * @param numbers of the whole simulation
  */
private[testkit] final class SimulatedPlatform(stage: Stage, gate: Gate, numbers: Numbers) extends Platform:
  private val accesses = new Accesses

  // the clock of this machine: how fast it is, since when, and its time then. Not from zero: code that takes
  // 0 for "never" works in the real world, where the clock hardly ever shows it
  private var speed = 1.0
  private var since = 0L
  private var shown = 1_000_000_000L

  /** How far its clock on the wall is ahead of that of the test. */
  var clockOffsetMillis: Long = 0

  /** How much faster than that of the test it goes. */
  def setClockSpeed(factor: Double): Unit =
    shown = nanoTime
    since = stage.time.nanos
    speed = factor

  /** As long as a delay by the clock of this machine. */
  private def ofStage(nanos: Long): Long =
    if speed == 1 || nanos == Long.MaxValue then nanos else math.ceil(nanos / speed).toLong + 1

  def start(): Unit = ()

  def nanoTime: Long = shown + ((stage.time.nanos - since) * speed).toLong
  def currentTimeMillis: Long = SimulatedPlatform.beginMillis + nanoTime / 1_000_000 + clockOffsetMillis
  def insert(timer: TimerEntry, delayNanos: Long): Unit = stage.time.insert(timer, ofStage(delayNanos), gate)
  def cancel(timer: TimerEntry): Boolean = stage.time.cancel(timer)
  def timers: Int = stage.time.pending(gate)
  def stopTimers(): Unit = stage.time.stop(gate)

  def newThread(name: String, owner: AnyRef, body: Runnable): Thread =
    stage.newThread(name, owner, gate, () => body.run())
  def acting: AnyRef | Null = stage.acting
  def startThread(thread: Thread): Unit = stage.start(thread)
  def park(blocker: AnyRef, nanos: Long): Unit = stage.park(ofStage(nanos))
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
    stage.park(ofStage(nanos))
    if Thread.interrupted() then throw InterruptedException("interrupted while it waited for a future")

  def needsThreads(what: String, instead: String): Unit =
    throw UnsupportedOperationException(s"$what has threads of its own, which a seed cannot repeat: $instead")

  def random: RandomGenerator = stage.random
  def unguessable: Long = stage.random.nextLong()
  // the same actors, by other paths of their code
  val stampsMessages: Boolean = stage.random.nextBoolean()

  override def label(of: AnyRef): String = numbers(of).toString

  // spread, as hash codes are
  def hash(of: AnyRef): Int = numbers(of) * 0x9e3779b9

  def log(logger: Logger, level: Logger.Level, text: => String): Unit =
    stage.trace.add(0, gate.machine, s"${level.toString.toLowerCase}: ${Trace.text(text)}")
end SimulatedPlatform

private object SimulatedPlatform:
  /** When the time of a simulation begins, in milliseconds since 1970. */
  private val beginMillis = 1_700_000_000_000L
