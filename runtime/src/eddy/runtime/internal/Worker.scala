package eddy.runtime.internal

import eddy.runtime.WaitRefusedException
import eddy.runtime.spi.EngineThread

import java.lang.invoke.{MethodHandles, VarHandle}
import java.util.concurrent.ConcurrentLinkedQueue
import java.util.concurrent.atomic.AtomicInteger
import java.util.concurrent.locks.{LockSupport, ReentrantLock}
import scala.annotation.static
import scala.concurrent.{BlockContext, CanAwait}

/** One thread of the engine: takes a task, runs it to its end, takes the next.
  *
  * It looks, in this order, into its run-next slot, its ring, its inbox (tasks that others sent to this
  * worker as their home), the global injection queue, and the other workers' queues. Every 61st time the
  * shared queues come first, so that tasks which breed in the ring cannot starve them; after 64 tasks in a
  * row from the slot the slot queues up.
  */
private[eddy] final class Worker(
    private[runtime] val scheduler: Scheduler,
    val id: Int,
    val isSpare: Boolean
) extends PaddedWorkerState:
  import Worker.*

  val name: String = s"${scheduler.config.name}-${if isSpare then "spare" else "worker"}-$id"
  // written once, by start
  @volatile private var thread: Thread | Null = null
  // written once, by the thread
  @volatile private var kernelId = KernelThread.Unknown

  private[runtime] val ring = new RunQueue
  private[runtime] val inbox = new ConcurrentLinkedQueue[Runnable]()
  private[runtime] val inboxSize = new AtomicInteger()
  @volatile private[runtime] var steals = 0L

  /** Why a spare substitutes for this worker; see [[Scheduler.declareStuck]]. */
  @volatile private[runtime] var stuck: StuckReason | Null = null

  /** Owner only: no wait of this task is announced. */
  private def isFreeOrComputes: Boolean = stuck == null || stuck == StuckReason.Computing

  // written under the scheduler's lock: waiting to be woken, not counted as searching
  @volatile private[runtime] var asleep = false
  // written under the scheduler's lock: a spare that is not needed now
  @volatile private[runtime] var reserved = false
  // owner only: the present wait is one that [[WorkerSet.declareWaiting]] has granted
  private[eddy] var hasGrantedWait = false
  // the monitor's own notes
  private[internal] val seen = new BlockedWorkerDetector.Seen

  /** A task is running; a moment old. */
  private[runtime] def running: Boolean = BUSY.getOpaque(this)

  /** Owner only: the task that it runs. */
  private[internal] def acting: Runnable | Null = task

  /** Owner only: the running task hands over to `other`, which it runs itself. */
  private[internal] def actsFor(other: Runnable): Unit = task = other

  /** The monitor has seen that the present turn is long and others wait. */
  private[eddy] def mustYield: Boolean =
    val asked: Long = LONG.getOpaque(this)
    val now: Long = TURNS.get(this)
    asked == now

  /** By the monitor: that turn is long and others wait. */
  private[internal] def askToYield(turn: Long): Unit = LONG.setOpaque(this, turn)

  // a turn that may be long, and since when; written by the owner, the turn last
  private var expectedSince = 0L
  @volatile private var expectedTurn = -1L

  /** Owner only. */
  private[runtime] def expectLong(since: Long): Unit =
    expectedSince = since
    expectedTurn = TURNS.get(this)

  /** When the long event of that turn began; 0 when none was announced. */
  private[internal] def longSince(turn: Long): Long = if expectedTurn == turn then expectedSince else 0

  private[runtime] def turnCount: Long = TURNS.getOpaque(this)
  private[runtime] def eventCount: Long = EVENTS.getOpaque(this)
  private[runtime] def hasSlot: Boolean = slot != null

  /** Tasks waiting here; a moment's estimate. */
  private[runtime] def queued: Int = ring.size + inboxSize.get + (if hasSlot then 1 else 0)

  /** How much a newly homed unit would wait here: for join-the-shortest-queue. */
  private[runtime] def load: Int = queued + (if running then 1 else 0) + (if stuck != null then 1 else 0)

  /** Owner only: more than one event ran in this turn. */
  private[eddy] def countEvents(n: Int): Unit =
    val before: Long = EVENTS.get(this)
    EVENTS.setOpaque(this, before + n)

  /** Owner only: after the running task, before everything that waits, if nothing else has that place. A
    * worker that is stuck would keep the task waiting, so there it goes where others look. (One that is found
    * stuck just now is found again by the monitor.)
    */
  private[eddy] def runNext(task: Runnable): Unit =
    // only the owner fills the slot; a thief only empties it
    if slot == null && stuck == null then SLOT.setRelease(this, task) else runLater(task)

  /** Owner only: behind everything that waits in this worker's ring. */
  private[eddy] def runLater(task: Runnable): Unit =
    if ring.offer(task) then scheduler.wakeOne()
    else
      // a half at once, so that a worker that breeds many tasks shares them out at little cost
      val older = ring.takeHalf()
      val _ = ring.offer(task)
      // thieves may have emptied it meanwhile
      if older.length == 0 then scheduler.wakeOne() else scheduler.inject(new Batch(older, scheduler))

  /** Any thread: a task whose home this worker is. */
  private[runtime] def send(task: Runnable): Unit =
    val _ = inboxSize.incrementAndGet()
    val _ = inbox.offer(task)

  private[runtime] def takeSlot(): Runnable | Null =
    if !hasSlot then null else SLOT.getAndSet(this, null.asInstanceOf[Runnable]).asInstanceOf[Runnable | Null]

  private[runtime] def pollInbox(): Runnable | Null =
    val task = inbox.poll()
    if task != null then inboxSize.decrementAndGet(): Unit
    task

  private[runtime] def start(): Unit =
    val started = new WorkerThread(this)
    started.setDaemon(true)
    thread = started
    started.start()

  /** For models of the scheduler: that thread works as this worker. */
  private[internal] def runsOn(other: Thread): Unit = thread = other

  private[runtime] def unpark(): Unit = LockSupport.unpark(thread)
  private[runtime] def hasEnded: Boolean = thread.nn.getState == Thread.State.TERMINATED
  private[runtime] def interrupt(): Unit = thread.nn.interrupt()
  private[runtime] def threadState: Thread.State = thread.nn.getState.nn
  private[internal] def waitsFor(lock: ReentrantLock): Boolean = lock.hasQueuedThread(thread)

  /** Processor time that its thread has consumed; less than zero when it is not known. */
  private[internal] def cpuNanos: Long = JvmThread.cpuNanos(thread.nn)

  /** Whether its thread is in native code. */
  private[internal] def isInNative: Boolean = JvmThread.isInNative(thread.nn)

  /** Whether the kernel says that its thread waits; None when it says nothing. */
  private[internal] def isAsleep: Option[Boolean] =
    Option.when(kernelId != KernelThread.Unknown)(KernelThread.waits(kernelId))

  /** The life of the worker's thread. */
  private def work(): Unit =
    kernelId = KernelThread.ownId
    scheduler.beginSearch()
    var searching = true
    var go = true
    while go do
      if searching then
        val task = scheduler.search(this)
        if task == null then go = false
        else
          searching = false
          runTask(task)
      else
        val task = nextLocal()
        if task != null then runTask(task)
        else
          searching = true
          scheduler.beginSearch()
      if stuck != null then
        if isSpare && !searching && scheduler.hasEnoughUnblocked then
          flush()
          go = scheduler.comeBack(this) == WorkerRest.Called
          searching = go
        else scheduler.declareFree(this)
      // a task that breeds for ever must not outlive its engine
      if scheduler.isStopping then go = false
      if go && isSpare && !searching && scheduler.tooManyWorkers then
        // back to the reserve; what this worker still had goes to the others
        flush()
        go = scheduler.waitInReserve(this) == WorkerRest.Called
        searching = go
    end while
    flush()
  end work

  private def nextLocal(): Runnable | Null =
    looks += 1
    var shared: Runnable | Null = null
    if looks % 61 == 0 then
      // in turns, so that neither starves the other
      shared = if looks % 2 == 0 then scheduler.pollInjected() else pollInbox()
      if shared == null then shared = if looks % 2 == 0 then pollInbox() else scheduler.pollInjected()
    if shared != null then shared
    else
      var next = takeSlot()
      if next != null then
        chained += 1
        if chained > MaxChained then
          chained = 0
          val other = ring.poll()
          if other != null then
            runLater(next)
            next = other
      else
        chained = 0
        next = ring.poll()
        if next == null then next = pollInbox()
        if next == null then next = scheduler.pollInjected()
      next
  end nextLocal

  private def runTask(task: Runnable): Unit =
    BUSY.setOpaque(this, true)
    val before: Long = TURNS.get(this)
    TURNS.setOpaque(this, before + 1)
    countEvents(1)
    this.task = task
    try task.run()
    catch case failure: Throwable => scheduler.report(failure, s"an event on $name")
    this.task = null
    BUSY.setOpaque(this, false)
    // an interrupt was meant for the task, not for the next one
    if !scheduler.isStopping then Thread.interrupted(): Unit

  /** Moves the tasks queued here to the shared queue. Only a spare ends before the engine does, and it has no
    * inbox.
    */
  private def flush(): Unit =
    val next = takeSlot()
    if next != null then scheduler.inject(next)
    var task = ring.poll()
    while task != null do
      scheduler.inject(task)
      task = ring.poll()
end Worker

private[eddy] object Worker:
  @static private val SLOT: VarHandle = handle("slot", classOf[Runnable])
  @static private val TURNS: VarHandle = handle("turns", classOf[Long])
  @static private val EVENTS: VarHandle = handle("events", classOf[Long])
  @static private val BUSY: VarHandle = handle("busy", classOf[Boolean])
  @static private val LONG: VarHandle = handle("longTurn", classOf[Long])

  private val Walker = StackWalker.getInstance.nn
  private inline val FramesToAwait = 12L

  /** How often in a row the run-next slot may go before the ring: two units that send to each other stay
    * fair.
    */
  final val MaxChained = 64

  enum StuckReason derives CanEqual:
    /** The thread waits or is blocked, seen by the monitor. */
    case Blocked

    /** The task has consumed much processor time. */
    case Computing

    /** The thread waits inside a system call or in native code, which the JVM calls runnable. */
    case SystemCall

    /** The task said so itself, by `Engine.blocking`. */
    case Announced

  /** The worker that runs the caller, or null on any other thread. */
  def current: Worker | Null = Thread.currentThread match
    case thread: WorkerThread => thread.worker
    case _ => null

  /** See `Engine.blocking`. */
  def blocking[A](body: => A): A = current match
    case worker: Worker if worker.isFreeOrComputes =>
      worker.scheduler.declareStuck(worker, StuckReason.Announced)
      try body
      finally worker.scheduler.declareFree(worker)
    case _ => body

  /** See `Engine.waiting`. */
  def waiting[A](body: => A): A = current match
    case worker: Worker if !worker.hasGrantedWait =>
      val outermost = worker.isFreeOrComputes
      val blocked = worker.scheduler.declareWaiting(worker)
      if blocked >= 0 then throw WaitRefusedException(worker.scheduler.config.name, blocked)
      worker.hasGrantedWait = true
      try body
      finally
        worker.hasGrantedWait = false
        if outermost then worker.scheduler.declareFree(worker)
    case _ => body

  private final class WorkerThread(val worker: Worker) extends EngineThread(worker.name), BlockContext:
    override def run(): Unit = worker.work()

    /** `Await` waits for what others bring about; other code that says that it blocks need not. */
    def blockOn[A](body: => A)(implicit permission: CanAwait): A =
      if worker.hasGrantedWait then body
      else if isAwait then waiting(body)
      else blocking(body)

    private def isAwait: Boolean =
      Walker.walk(_.nn.limit(FramesToAwait).nn.anyMatch(_.nn.getClassName == "scala.concurrent.Await$"))

  private def handle(field: String, kind: Class[?]): VarHandle =
    MethodHandles.privateLookupIn(
      classOf[WorkerState],
      MethodHandles.lookup()
    ).nn.findVarHandle(classOf[WorkerState], field, kind).nn
end Worker
