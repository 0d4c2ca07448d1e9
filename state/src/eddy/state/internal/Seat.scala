package eddy.state.internal

import eddy.runtime.spi.CurrentWorker

import java.lang.invoke.{MethodHandles, VarHandle}
import java.util.concurrent.ConcurrentLinkedQueue
import scala.annotation.{static, unused}

/** What a thread is doing: which callback it runs and by a plan of which epoch. Everything but the epoch and what people
  * look at belongs to the thread.
  */
private[eddy] final class Seat private (val thread: Thread):
  @volatile @unused private[internal] var epoch = Seat.Idle

  /** The callback that this thread runs now. Not volatile, which would cost more than the locks: others read it only for
    * reports.
    */
  private[eddy] var running: CallbackRun | Null = null

  /** Whose events the event of the framework's own belongs to that this thread runs now, if it runs one. */
  private[eddy] var own: AnyRef | Null = null

  /** What a thread outside of callbacks holds while an operation of a shared object runs. */
  private[internal] var outside: OutsideHold | Null = null

  // callbacks that were given their last lock by this thread, to be gone on with
  private var firstGranted: CallbackRun | Null = null
  private var lastGranted: CallbackRun | Null = null

  // whether others see at the gate what it does
  private var known = false

  private[internal] def enter(planned: Long): Unit =
    if !known then register()
    Seat.EPOCH.setVolatile(this, planned)

  private def register(): Unit =
    known = true
    val _ = Seat.all.removeIf(!_.thread.isAlive)
    val _ = Seat.all.add(this)
  private[internal] def leave(): Unit = Seat.EPOCH.setRelease(this, Seat.Idle)

  private[internal] def hasGranted: Boolean = firstGranted != null

  private[internal] def addGranted(run: CallbackRun): Unit =
    run.behind = null
    val end = lastGranted
    if end == null then firstGranted = run else end.behind = run
    lastGranted = run

  private[internal] def takeGranted(): CallbackRun | Null =
    val run = firstGranted
    if run != null then
      firstGranted = run.behind.asInstanceOf[CallbackRun | Null]
      if firstGranted == null then lastGranted = null
      run.behind = null
    run
end Seat

private[eddy] object Seat:
  @static private val EPOCH: VarHandle =
    MethodHandles
      .privateLookupIn(classOf[Seat], MethodHandles.lookup())
      .nn
      .findVarHandle(classOf[Seat], "epoch", classOf[Long])
      .nn

  private[internal] final val Idle = Long.MaxValue

  private val all = new ConcurrentLinkedQueue[Seat]()
  private val ofThread = new ThreadLocal[Seat]

  /** The calling thread's. */
  private[eddy] def current: Seat =
    val seat = ofThread.get
    if seat != null then seat else make()

  private def make(): Seat =
    val seat = new Seat(Thread.currentThread)
    ofThread.set(seat)
    // only workers run callbacks, and the threads of simulations, which show themselves at the gate
    if CurrentWorker.get != null then seat.register()
    seat

  /** The seats of all threads that run callbacks, for people who look. */
  private[eddy] def foreach(f: Seat => Unit): Unit = all.forEach(f(_))

  /** Of the callbacks that run now; [[Idle]] when none does. */
  private[internal] def oldestEpoch: Long =
    var oldest = Idle
    all.forEach(seat => oldest = oldest.min(seat.epoch))
    oldest
end Seat
