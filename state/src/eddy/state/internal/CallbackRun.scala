package eddy.state.internal

import eddy.runtime.spi.OnRejected
import eddy.state.LockSet

import java.util.concurrent.atomic.AtomicLong

/** One run of a callback: gets its locks, runs, gives them back. Belongs to whichever thread goes on with it. Derived from
  * rather than given functions, so that an event is one object.
  */
private[eddy] abstract class CallbackRun(private[eddy] val unit: CallbackUnit)
    extends Acquisition(unit.runner):
  import CallbackRun.*

  /** For reports; its `toString` is called only for those. */
  def name: AnyRef
  protected def body(): Unit

  /** It does not run, because its locks could not be found; that is reported. */
  protected def refused(): Unit

  private var number = 0L
  // read by others for reports
  private[internal] var setOff = 0
  private var emitted: java.util.ArrayDeque[Emitted] | Null = null

  /** Its own among all runs; those that make no shared object, and are not checked, have none. */
  private[state] def serial: Long =
    if number == 0 then number = serials.incrementAndGet()
    number

  /** Goes on with it, when it had waited. */
  def run(): Unit =
    val seat = Seat.current
    val ended = proceed(seat)
    unit.runner.goOn(seat)
    if ended then
      unit.turn(seat)
      unit.runner.goOn(seat)

  private[internal] def granted(seat: Seat): Unit = seat.addGranted(this)

  /** Runs the callback if it gets its locks. False when it waits now: another thread may have gone on with it. */
  private[eddy] def proceed(seat: Seat): Boolean =
    var ended = true
    try
      ended = acquire(seat)
      if ended then runHolding(seat)
    catch
      case failure: Throwable =>
        // not the body's: the variables that the locks depend on could not be read
        letGo(seat)
        unit.runner.engine.report(failure, s"finding the locks of callback $name")
        refused()
    ended

  private def runHolding(seat: Seat): Unit =
    seat.running = this
    try body()
    catch case failure: Throwable => unit.runner.engine.report(failure, s"callback $name")
    finally
      seat.running = null
      letGo(seat)
      publish()

  /** What this callback submits to other units begins when it has ended and its locks are free. */
  private[internal] def emit(to: CallbackUnit, event: AnyRef): Unit =
    setsOff()
    val before = emitted
    val all = if before != null then before else new java.util.ArrayDeque[Emitted]()
    emitted = all
    val _ = all.add(Emitted(to, event))

  /** Notes that it has submitted something that begins when it has ended. */
  private[internal] def setsOff(): Unit =
    setOff += 1
    unit.runner.watch.look()

  private def publish(): Unit =
    val all = emitted
    if all != null then
      emitted = null
      all.forEach(one => one.to.offerNow(one.event))

  override def toString: String = name.toString
end CallbackRun

private[eddy] object CallbackRun:
  def apply(unit: CallbackUnit, name: AnyRef, locks: () => LockSet, body: Runnable): CallbackRun =
    new Given(unit, name, locks, body)

  private final class Given(of: CallbackUnit, val name: AnyRef, locks: () => LockSet, callback: Runnable)
      extends CallbackRun(of):
    protected def needs(): LockSet = locks()
    protected def body(): Unit = callback.run()
    protected def refused(): Unit = callback match
      case refusable: OnRejected => refusable.refused()
      case _ => ()

  private val serials = new AtomicLong()

  private final case class Emitted(to: CallbackUnit, event: AnyRef)
