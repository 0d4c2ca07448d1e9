package eddy.state.spi

import eddy.runtime.spi.OnRejected
import eddy.state.internal.Acquisition
import eddy.state.internal.lock.HandlerThread
import eddy.state.{LockPolicy, LockSet}

import java.util.concurrent.atomic.AtomicLong

/** One run of a handler: acquires its locks, runs, releases them. Confined to the thread that proceeds with
  * it. A subclass, rather than an object that holds functions, so that an event is one object.
  */
private[eddy] abstract class HandlerRun(private[eddy] val unit: HandlerUnit) extends Acquisition(unit.runner):
  import HandlerRun.*

  /** For reports; its `toString` is called only for those. */
  def name: AnyRef
  protected def body(): Unit

  /** Called instead of [[body]] when its locks could not be found, which is reported. */
  protected def refused(): Unit

  private var number = 0L
  // read by other threads for reports
  private[spi] var setOff = 0
  private var emitted: java.util.ArrayDeque[Emitted] | Null = null

  private[eddy] final def serial: Long =
    if number == 0 then number = serials.incrementAndGet()
    number

  /** Proceeds with it, after it had waited. */
  final def run(): Unit =
    val thread = HandlerThread.current
    val outcome = proceed(thread)
    unit.runner.proceedWithGranted(thread)
    outcome match
      case Outcome.Ended =>
        unit.turn(thread)
        unit.runner.proceedWithGranted(thread)
      case Outcome.Waits => ()

  /** Its locks protect what it uses. */
  private[eddy] final def holdsLocks: Boolean = unit.runner.policy != LockPolicy.Unprotected

  private[state] final def resume(): Unit = unit.runner.engine.scheduler.submit(this)

  // the timers of a simulation are for its own threads
  private[state] final def suspect(): Unit =
    if !unit.runner.engine.platform.interleaves then unit.runner.checkForStalls()

  /** Runs the handler if it gets its locks. */
  private[eddy] final def proceed(thread: HandlerThread): Outcome =
    try
      acquire(thread) match
        case Acquisition.Step.Held =>
          runHolding(thread)
          Outcome.Ended
        case _ => Outcome.Waits
    catch
      case failure: Throwable =>
        // not the body's: the variables that the locks depend on could not be read
        letGo(thread)
        unit.runner.engine.report(failure, s"finding the locks of handler $name")
        refused()
        Outcome.Ended

  private def runHolding(thread: HandlerThread): Unit =
    thread.running = this
    try body()
    catch case failure: Throwable => unit.runner.engine.report(failure, s"handler $name")
    finally
      thread.running = null
      letGo(thread)
      publish()

  /** What this handler submits to other units begins when it has ended and its locks are free. */
  private[spi] final def emit(to: HandlerUnit, event: AnyRef): Unit =
    setsOff()
    val before = emitted
    val all = if before != null then before else new java.util.ArrayDeque[Emitted]()
    emitted = all
    val _ = all.add(Emitted(to, event))

  /** Counts a submission that begins when this handler has ended. */
  private[spi] final def setsOff(): Unit =
    setOff += 1
    unit.runner.checkForStalls()

  private def publish(): Unit =
    val all = emitted
    if all != null then
      emitted = null
      all.forEach(one => one.to.offerNow(one.event))

  override def toString: String = name.toString
end HandlerRun

private[eddy] object HandlerRun:
  def apply(unit: HandlerUnit, name: AnyRef, locks: () => LockSet, body: Runnable): HandlerRun =
    new OfFunctions(unit, name, locks, body)

  /** The handler that runs on this thread; null if none does. */
  def current: HandlerRun | Null = of(HandlerThread.current)

  private[spi] def of(thread: HandlerThread): HandlerRun | Null =
    thread.running.asInstanceOf[HandlerRun | Null]

  /** What a thread that proceeds with a run has come to. */
  private[eddy] enum Outcome derives CanEqual:
    /** It has run, or was refused. The thread still owns its unit. */
    case Ended

    /** It waits for a lock. Another thread may own it and its unit by now. */
    case Waits

  private final class OfFunctions(of: HandlerUnit, val name: AnyRef, locks: () => LockSet, handler: Runnable)
      extends HandlerRun(of):
    protected def needs(): LockSet = locks()
    protected def body(): Unit = handler.run()
    protected def refused(): Unit = handler match
      case refusable: OnRejected => refusable.refused()
      case _ => ()

  private val serials = new AtomicLong()

  private final case class Emitted(to: HandlerUnit, event: AnyRef)
end HandlerRun
