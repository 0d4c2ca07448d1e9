package eddy.runtime.internal

import eddy.runtime.EngineConfig
import eddy.runtime.spi.{Dispatcher, OnRejected}

import java.lang.invoke.VarHandle
import java.util.concurrent.ConcurrentLinkedQueue
import java.util.concurrent.atomic.AtomicInteger
import java.util.concurrent.locks.{LockSupport, ReentrantLock}
import java.util.{ArrayDeque, ArrayList}

/** Distributes tasks to workers: wakes a worker when there is work, lets it sleep when there is no work, adds
  * spares.
  *
  * Two orders, each with a full fence between its halves, ensure that no wake-up is lost:
  *   - a thread that queues a task publishes it, *then* reads `searching` and `sleeping`; it wakes a sleeper
  *     unless another worker searches;
  *   - a worker that stops searching enters the sleepers, *then* leaves `searching`, *then* looks at every
  *     queue once more.
  *
  * The later of the two sees the writes of the earlier. A searcher that finds a task and was the last one to
  * search wakes another worker if more tasks are queued, because other threads relied on it. Go's and Tokio's
  * schedulers use the same scheme.
  *
  * @param searchRounds how often a worker looks at all queues before it falls asleep
  */
private[eddy] final class Scheduler(
    val config: EngineConfig,
    val report: (Throwable, String) => Unit,
    searchRounds: Int = 20
) extends Dispatcher:
  private val injected = new ConcurrentLinkedQueue[Runnable]()
  private val searching = new AtomicInteger()
  @volatile private var stopping = false
  private val turnOfHome = new AtomicInteger()
  // of a thread in `together`
  private val gathered = new ThreadLocal[ArrayList[Runnable] | Null]
  private[internal] val lock = new ReentrantLock()
  // guarded by lock; the last to fall asleep is the first to be woken, its caches are warm
  private val sleepers = new ArrayDeque[Worker]()
  @volatile private var sleeping = 0
  // unchecked: both read only what is initialised above
  private[internal] val workerSet = new WorkerSet(this: @unchecked)
  private val monitor = new BlockedWorkerDetector(this: @unchecked)

  def isStopping: Boolean = stopping
  def workers: Array[Worker] = workerSet.live
  def stats: WorkerSetStats = workerSet.stats
  def injectedCount: Int =
    var count = 0
    injected.forEach:
      case batch: Batch => count += batch.size
      case _ => count += 1
    count

  def start(): Unit =
    workerSet.start()
    monitor.start()

  // --- queueing --------------------------------------------------------------------------------------------

  /** From a worker: behind its own tasks. From any other thread: into the global queue. */
  def submit(task: Runnable): Unit = Worker.current match
    case worker: Worker if worker.scheduler eq this => worker.runLater(task)
    case _ => inject(task)

  /** From a worker: right after its running task. From any other thread: into the global queue. */
  def submitNext(task: Runnable): Unit = Worker.current match
    case worker: Worker if worker.scheduler eq this => worker.runNext(task)
    case _ => inject(task)

  override def submitApart(task: Runnable): Unit = Thread.startVirtualThread(task): Unit

  override def takeBack(task: Runnable): Boolean =
    val tasks = gathered.get
    injected.remove(task) || tasks != null && tasks.remove(task)

  override def together(body: => Unit): Unit =
    if Worker.current != null || gathered.get != null then body
    else
      val tasks = new ArrayList[Runnable](2)
      gathered.set(tasks)
      try body
      finally
        gathered.set(null)
        tasks.forEach(injectNow(_))

  def inject(task: Runnable): Unit =
    val tasks = gathered.get
    if tasks != null && !stopping then tasks.add(task): Unit else injectNow(task)

  private def injectNow(task: Runnable): Unit =
    val _ = injected.offer(task)
    if stopping then refuse(task) else wakeOne()

  /** To the worker with that home number, unless the caller is a worker itself and the task may as well stay.
    */
  def submitHome(task: Runnable, home: Int): Unit =
    val worker = workerSet.base(home)
    if Worker.current eq worker then worker.runLater(task)
    else
      worker.send(task)
      wake(worker)

  /** The base worker with the shortest queue; workers with equal queues take turns. */
  def shortestQueue(): Int =
    val base = workerSet.base
    val first = (turnOfHome.getAndIncrement() & Int.MaxValue) % base.length
    var best = first
    var bestLoad = base(first).load
    var i = 1
    while i < base.length && bestLoad > 0 do
      val at = (first + i) % base.length
      val load = base(at).load
      if load < bestLoad then
        best = at
        bestLoad = load
      i += 1
    best

  // --- waking ----------------------------------------------------------------------------------------------

  /** To be called after a task was queued where searchers look. */
  def wakeOne(): Unit = wake(null)

  private def wake(preferred: Worker | Null): Unit =
    VarHandle.fullFence()
    if sleeping > 0 && searching.get == 0 then
      lock.lock()
      val woken =
        try if searching.get == 0 then takeSleeper(preferred) else null
        finally lock.unlock()
      if woken != null then
        woken.unpark()
        monitor.wake()

  /** Under lock. The woken worker counts as searching from here on. */
  private def takeSleeper(preferred: Worker | Null): Worker | Null =
    val worker: Worker | Null =
      if preferred != null && preferred.asleep && sleepers.remove(preferred) then preferred
      else sleepers.pollFirst()
    if worker != null then
      worker.asleep = false
      sleeping = sleepers.size
      searching.incrementAndGet(): Unit
    worker

  private def leaveSleepers(worker: Worker): Boolean =
    val removed = sleepers.remove(worker)
    if removed then
      worker.asleep = false
      sleeping = sleepers.size
    removed

  // --- searching -------------------------------------------------------------------------------------------

  def beginSearch(): Unit = searching.incrementAndGet(): Unit

  /** Looks for a task, and sleeps until it finds one. Null when the worker must end. */
  def search(worker: Worker): Runnable | Null =
    var task: Runnable | Null = null
    var go = true
    while go do
      var round = 0
      while task == null && round < searchRounds do
        task = lookAround(worker)
        if task == null then Thread.onSpinWait()
        round += 1
      if task != null then
        go = false
        if searching.decrementAndGet() == 0 && hasWork then wakeOne()
      else if sleep(worker) == WorkerRest.Dismissed then go = false
    task

  private def sleep(worker: Worker): WorkerRest =
    lock.lock()
    try
      worker.asleep = true
      sleepers.addFirst(worker)
      sleeping = sleepers.size
    finally lock.unlock()
    // this is the fence of a worker that falls asleep
    val _ = searching.decrementAndGet()
    if worker.stuck != null then declareFree(worker)
    if hasWork || stopping then
      lock.lock()
      try if leaveSleepers(worker) then searching.incrementAndGet(): Unit
      finally lock.unlock()
    val since = System.nanoTime()
    var dismissed = false
    while !dismissed && worker.asleep && !stopping do
      if !worker.isSpare then LockSupport.park(this)
      else
        LockSupport.parkNanos(this, config.spareKeepAlive.toNanos)
        if System.nanoTime() - since >= config.spareKeepAlive.toNanos then dismissed = dismiss(worker)
    if dismissed || stopping then WorkerRest.Dismissed else WorkerRest.Called
  end sleep

  private def dismiss(spare: Worker): Boolean =
    lock.lock()
    try spare.asleep && workerSet.removeIfUnneeded(spare) && leaveSleepers(spare)
    finally lock.unlock()

  private def lookAround(worker: Worker): Runnable | Null =
    var task = worker.takeSlot()
    if task == null then task = worker.pollInbox()
    if task == null then task = injected.poll()
    if task == null then task = steal(worker)
    task

  def pollInjected(): Runnable | Null = injected.poll()

  private def steal(worker: Worker): Runnable | Null =
    val others = workerSet.live
    val start = worker.id
    var task: Runnable | Null = null
    var i = 1
    while task == null && i <= others.length do
      val victim = others((start + i) % others.length)
      if victim ne worker then
        task = victim.ring.stealHalf(worker.ring)
        if task == null then task = victim.pollInbox()
        // a running worker takes its own slot next; a stuck one does not
        if task == null && victim.stuck != null then task = victim.takeSlot()
      i += 1
    if task != null then worker.steals += 1
    task

  /** Something is queued that a searcher would find. */
  def hasWork: Boolean =
    if !injected.isEmpty then true
    else
      val all = workerSet.live
      var i = 0
      var found = false
      while !found && i < all.length do
        val worker = all(i)
        found = !worker.ring.isEmpty || !worker.inbox.isEmpty || (worker.stuck != null && worker.hasSlot)
        i += 1
      found

  /** Tasks in all queues; counts them, for the rare. */
  def queuedCount: Int =
    var count = injectedCount
    workerSet.live.foreach(worker => count += worker.queued)
    count

  override def hasIdle: Boolean = sleeping > 0

  def allAsleep: Boolean = sleeping == workerSet.live.length

  // --- spares ----------------------------------------------------------------------------------------------

  /** A spare substitutes for `worker` until [[declareFree]]. Any thread. */
  def declareStuck(worker: Worker, reason: Worker.StuckReason): Unit =
    workerSet.declareStuck(worker, reason)
    if hasWork then wakeOne()

  /** By the worker itself, as [[declareStuck]]: it is about to wait for what others bring about. Less than
    * zero when it may; otherwise how many workers are blocked, and nothing was done.
    */
  def declareWaiting(worker: Worker): Int =
    val blocked = workerSet.declareWaiting(worker)
    if blocked < 0 && hasWork then wakeOne()
    blocked

  /** By the worker itself: its running task may be long. */
  def mayTakeLong(worker: Worker, since: Long): Unit =
    worker.expectLong(since)
    monitor.hurry()

  def declareFree(worker: Worker): Unit = workerSet.declareFree(worker)
  def hasEnoughUnblocked: Boolean = workerSet.hasEnoughUnblocked
  def comeBack(worker: Worker): WorkerRest = workerSet.comeBack(worker)
  def tooManyWorkers: Boolean = workerSet.tooMany
  def waitInReserve(worker: Worker): WorkerRest = workerSet.waitInReserve(worker)

  // --- ending ----------------------------------------------------------------------------------------------

  /** Polls, since to be idle is no event: it is the absence of all. */
  def awaitIdle(timeoutNanos: Long)(others: () => Boolean): Boolean =
    val until = System.nanoTime() + timeoutNanos
    var idle = isIdle && others()
    while !idle && System.nanoTime() < until do
      LockSupport.parkNanos(this, 1_000_000)
      idle = isIdle && others()
    idle

  /** Nothing is queued, nothing runs. */
  private def isIdle: Boolean =
    workerSet.settle()
    lock.lock()
    try sleepers.size == workerSet.live.length && !hasWork
    finally lock.unlock()

  def stop(): Unit =
    stopping = true
    monitor.stop()
    workerSet.stop()
    // a thread that adds a task from here on sees `stopping`; workers add their remaining tasks when they end
    injected.forEach(refuse(_))

  /** No worker will come to it, unless one has taken it just now. Tasks that do not want to know stay for
    * [[takeBack]].
    */
  private def refuse(task: Runnable): Unit = task match
    case refusable: OnRejected => if injected.remove(task) then refusable.refused()
    case batch: Batch => if injected.remove(batch) then batch.refuse()
    case _ => ()
end Scheduler
