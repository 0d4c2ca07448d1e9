package eddy.state.internal.lock

import eddy.runtime.spi.CurrentWorker

import java.lang.invoke.{MethodHandles, VarHandle}
import java.util.concurrent.ConcurrentLinkedQueue
import scala.annotation.{static, unused}

/** What a thread is doing: the handler that it runs, and the [[ElisionEpoch]] of that handler's lock set.
  * Confined to the thread, except the epoch and what reports read.
  */
private[eddy] final class HandlerThread private (val thread: Thread):
  @volatile @unused private[state] var epoch = HandlerThread.Idle

  /** The handler that this thread runs now. Not volatile, which would cost more than the locks: other threads
    * read it only for reports.
    */
  private[state] var running: LockHolder | Null = null

  /** The owner of the framework's own event that this thread runs now, if it runs one. */
  private[state] var own: AnyRef | Null = null

  /** What a thread holds for an operation of a shared object outside of handlers. */
  private[state] var outside: HandlerThread.Outside | Null = null

  // handlers that received their last lock from this thread, to be resumed
  private var firstGranted: LockHolder | Null = null
  private var lastGranted: LockHolder | Null = null

  // whether `all` has it
  private var known = false

  private[state] def enter(epochOfSet: Long): Unit =
    if !known then register()
    HandlerThread.EPOCH.setVolatile(this, epochOfSet)

  private[state] def leave(): Unit = HandlerThread.EPOCH.setRelease(this, HandlerThread.Idle)

  private def register(): Unit =
    known = true
    val _ = HandlerThread.all.removeIf(!_.thread.isAlive)
    val _ = HandlerThread.all.add(this)

  private[state] def hasGranted: Boolean = firstGranted != null

  private[state] def addGranted(run: LockHolder): Unit =
    run.behind = null
    val last = lastGranted
    if last == null then firstGranted = run else last.behind = run
    lastGranted = run

  private[state] def takeGranted(): LockHolder | Null =
    val run = firstGranted
    if run != null then
      firstGranted = run.behind.asInstanceOf[LockHolder | Null]
      if firstGranted == null then lastGranted = null
      run.behind = null
    run

  /** Hands the handlers that received their locks from this thread to workers. */
  private[state] def resumeGranted(): Unit =
    var run = takeGranted()
    while run != null do
      run.resume()
      run = takeGranted()
end HandlerThread

private[eddy] object HandlerThread:
  /** The locks of one operation outside of handlers. */
  private[state] abstract class Outside

  @static private val EPOCH: VarHandle =
    MethodHandles
      .privateLookupIn(classOf[HandlerThread], MethodHandles.lookup())
      .nn
      .findVarHandle(classOf[HandlerThread], "epoch", classOf[Long])
      .nn

  private[state] final val Idle = Long.MaxValue

  private val all = new ConcurrentLinkedQueue[HandlerThread]()
  private val ofThread = new ThreadLocal[HandlerThread]

  /** The calling thread's. */
  private[eddy] def current: HandlerThread =
    val known = ofThread.get
    if known != null then known else make()

  /** For models, whose threads outlive what they model: the calling thread counts as a new one. */
  private[state] def renew(): Unit = ofThread.remove()

  private def make(): HandlerThread =
    val made = new HandlerThread(Thread.currentThread)
    ofThread.set(made)
    // only workers run handlers, and the threads of simulations, which register when they enter an epoch
    if CurrentWorker.get != null then made.register()
    made

  /** Calls `f` for all threads that run handlers, for reports. */
  private[state] def foreach(f: HandlerThread => Unit): Unit = all.forEach(f(_))

  /** The oldest epoch of the handlers that run now; [[Idle]] when none runs. */
  private[lock] def oldestEpoch: Long =
    var oldest = Idle
    all.forEach(each => oldest = oldest.min(each.epoch))
    oldest
end HandlerThread
