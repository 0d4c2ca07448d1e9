package eddy.runtime.internal

import eddy.runtime.internal.Worker.StuckReason

import java.util.ArrayDeque
import java.util.concurrent.ConcurrentLinkedQueue
import java.util.concurrent.atomic.AtomicLongArray
import java.util.concurrent.locks.LockSupport

/** The worker set: the base workers, and the spares that substitute for workers that are stuck in a task.
  *
  * The rule: workers that are live and not stuck number as many as the engine has base workers. A worker
  * declared stuck calls a spare from the reserve or starts a new one; when it comes back, one spare goes to
  * the reserve at the end of its task, and its thread ends after the keep-alive time.
  */
private[internal] final class WorkerSet(scheduler: Scheduler):
  private val config = scheduler.config
  private val lock = scheduler.lock
  val base: Array[Worker] = Array.tabulate(config.workers)(id => new Worker(scheduler, id, isSpare = false))

  // written under lock
  @volatile private var all: Array[Worker] = base
  @volatile private var stuck = 0
  // written by the monitor: spares beyond one for each stuck worker, while tasks keep blocking every worker
  @volatile var boost = 0
  // spares that have come back, not struck off yet
  private val returned = new ConcurrentLinkedQueue[Worker]()
  // counters: written under lock, read without it, since it may be contended
  @volatile private var spares = 0
  @volatile private var started = 0L
  @volatile private var refused = 0L
  @volatile private var waitsRefused = 0L
  private val stuckBy = new AtomicLongArray(StuckReason.values.length)
  // guarded by lock, like the rest
  private val reserve = new ArrayDeque[Worker]()
  private var nextId = config.workers
  // of those that are stuck
  private var computing = 0
  // when the system gave no more threads
  private var exhaustedAt = System.nanoTime() - ExhaustedFor

  private val computingSpares = WorkerSet.computingSpares(config.workers, config.maxSpareWorkers)
  // why no worker is left, while none is
  @volatile private var complaint: String | Null = null
  private var complaintSince = 0L
  private var complainedAt = System.nanoTime() - ComplaintInterval

  def live: Array[Worker] = all

  def start(): Unit = base.foreach(_.start())

  /** More are at work than the rule asks for. */
  def tooMany: Boolean = all.length - stuck > config.workers + boost

  def declareStuck(worker: Worker, reason: StuckReason): Unit =
    lock.lock()
    try declareLocked(worker, reason)
    finally lock.unlock()

  private def declareLocked(worker: Worker, reason: StuckReason): Unit =
    val isComputing = reason == StuckReason.Computing
    val isTooMany = isComputing && computing == computingSpares
    if worker.stuck == StuckReason.Computing && !isComputing then
      // it waits now, so another may compute with a spare
      worker.stuck = reason
      computing -= 1
      stuckBy.incrementAndGet(reason.ordinal): Unit
      // there may have been no spare for it before
      fill()
    else if worker.stuck == null && !worker.asleep && !worker.reserved && !isTooMany then
      worker.stuck = reason
      stuck += 1
      if isComputing then computing += 1
      stuckBy.incrementAndGet(reason.ordinal): Unit
      fill()

  /** Under lock. */
  private def freeLocked(worker: Worker): Unit =
    if worker.stuck == StuckReason.Computing then computing -= 1
    worker.stuck = null
    stuck -= 1
    complaint = null

  /** Less than zero: the worker counts as stuck, as it is about to wait. Otherwise the number of those that
    * are.
    */
  def declareWaiting(worker: Worker): Int =
    lock.lock()
    try
      settleLocked()
      val others = if worker.stuck == null then stuck else stuck - 1
      if !WorkerSet.mayWait(config.workers, mostSpares, others) then
        waitsRefused += 1
        others
      else
        declareLocked(worker, StuckReason.Announced)
        -1
    finally lock.unlock()

  /** Under lock. */
  private def mostSpares: Int =
    if System.nanoTime() - exhaustedAt < ExhaustedFor then spares else config.maxSpareWorkers

  def declareFree(worker: Worker): Unit =
    lock.lock()
    try
      if worker.stuck != null then freeLocked(worker)
    finally lock.unlock()

  /** Calls as many spares as the rule and the boost ask for. */
  def callSpares(): Unit =
    lock.lock()
    try fill()
    finally lock.unlock()

  /** Returns a spare that was stuck and is not needed now. Lock-free: enqueues the spare; the next lock
    * holder removes it. This avoids a convoy on the lock when a thousand spares return at once.
    */
  def comeBack(spare: Worker): WorkerRest =
    spare.reserved = true
    val _ = returned.add(spare)
    waitToBeCalled(spare)

  /** The workers without the caller are enough: it need not come back at once. */
  def hasEnoughUnblocked: Boolean = all.length - stuck >= config.workers + boost && !scheduler.isStopping

  /** Removes the spares that [[comeBack]] has enqueued. */
  def settle(): Unit =
    if !returned.isEmpty then
      lock.lock()
      try settleLocked()
      finally lock.unlock()

  // under lock
  private def settleLocked(): Unit =
    if !returned.isEmpty then
      var spare = returned.poll()
      while spare != null do
        freeLocked(spare)
        reserve.addFirst(spare)
        spare = returned.poll()
      // `reserved` marks a worker that waits in the reserve and may be called
      all = all.filter(!_.reserved)

  // under lock
  private def fill(): Unit =
    settleLocked()
    var missing = config.workers + boost - (all.length - stuck)
    while missing > 0 && !scheduler.isStopping do
      missing -= 1
      val waiting = reserve.pollFirst()
      if waiting != null then
        all = all :+ waiting
        waiting.reserved = false
        scheduler.beginSearch()
        waiting.unpark()
      else if spares >= config.maxSpareWorkers then
        missing = 0
        if isFull then refuse(s"all ${config.maxSpareWorkers} spare workers are in use")
      else
        try
          val spare = new Worker(scheduler, nextId, isSpare = true)
          spare.start()
          nextId += 1
          spares += 1
          started += 1
          all = all :+ spare
        catch
          case failure: OutOfMemoryError =>
            missing = 0
            exhaustedAt = System.nanoTime()
            if isFull then refuse(s"the system refuses more threads (${failure.getMessage})")
      end if
    end while
  end fill

  /** No worker will take a queued task: an unblocked one would, and a computation ends. Under lock. */
  private def isFull: Boolean = all.length == stuck && computing == 0

  // under lock
  private def refuse(why: String): Unit =
    refused += 1
    if complaint == null then
      complaintSince = System.nanoTime()
      complaint = why

  /** By the monitor: reports that every worker has been blocked for long and no spare was to be had. For a
    * moment that is no more than a collection of the JVM. Not under lock, since the reporter is the user's
    * code.
    */
  def complain(now: Long): Unit =
    if complaint != null then
      lock.lock()
      val why =
        try
          val present = complaint
          val isDue = now - complaintSince >= Patience && now - complainedAt >= ComplaintInterval
          if present != null && isDue then
            complainedAt = now
            present
          else null
        finally lock.unlock()
      if why != null then
        val message = s"tasks block every worker and $why: queued tasks wait until one of them ends. " +
          "Raise maxSpareWorkers, or give long blocking work a pool of its own (Engine.pool)."
        scheduler.report(IllegalStateException(message), "the engine")

  /** Removes a sleeping spare that is not needed; true if it did. Under lock; the caller ends its thread. */
  def removeIfUnneeded(spare: Worker): Boolean =
    val isUnneeded = all.length - stuck > config.workers
    if isUnneeded then
      all = all.filter(_ ne spare)
      spares -= 1
    isUnneeded

  /** Called by a spare at the end of a task. */
  def waitInReserve(spare: Worker): WorkerRest =
    lock.lock()
    val waits =
      try
        val surplus = tooMany && !scheduler.isStopping
        if surplus then
          all = all.filter(_ ne spare)
          spare.reserved = true
          reserve.addFirst(spare)
        surplus
      finally lock.unlock()
    if !waits then
      scheduler.beginSearch()
      WorkerRest.Called
    else waitToBeCalled(spare)
  end waitInReserve

  private def waitToBeCalled(spare: Worker): WorkerRest =
    val until = System.nanoTime() + config.spareKeepAlive.toNanos
    while spare.reserved && !scheduler.isStopping && System.nanoTime() < until do
      LockSupport.parkNanos(this, until - System.nanoTime())
    if !spare.reserved then WorkerRest.Called
    else
      lock.lock()
      try
        settleLocked()
        if spare.reserved then
          reserve.remove(spare): Unit
          spares -= 1
        if spare.reserved then WorkerRest.Dismissed else WorkerRest.Called
      finally lock.unlock()
  end waitToBeCalled

  def stop(): Unit =
    val everyone =
      lock.lock()
      try
        val waiting = reserve.toArray(Array.empty[Worker]).nn.map(_.nn)
        all ++ waiting
      finally lock.unlock()
    everyone.foreach: worker =>
      if worker.running then worker.interrupt()
      worker.unpark()

  /** Never waits for the lock: where very many come and go, that could take seconds. */
  def stats: WorkerSetStats =
    if !returned.isEmpty && lock.tryLock() then
      try settleLocked()
      finally lock.unlock()
    WorkerSetStats(
      spares,
      stuck,
      started,
      refused,
      waitsRefused,
      StuckReason.values.toVector.map(reason => reason -> stuckBy.get(reason.ordinal)).toMap
    )

  private inline def ExhaustedFor = 1_000_000_000L
  private inline def Patience = 100_000_000L
  private inline def ComplaintInterval = 10_000_000_000L
end WorkerSet

private[internal] object WorkerSet:
  /** Whether one more worker may wait for other events, when `blocked` workers are blocked. For the events
    * that end the waits, as many workers must be left as there are base workers, if there are spares for
    * that, and one at least. See docs/internals/engine.md.
    */
  def mayWait(workers: Int, spares: Int, blocked: Int): Boolean =
    workers + spares - blocked - 1 >= math.max(1, math.min(workers, spares))

  /** Spares for workers that compute, at most: they share the processors, which more threads would not
    * increase.
    */
  def computingSpares(workers: Int, spares: Int): Int = math.min(spares, math.max(1, workers / 2))
end WorkerSet

/** Counters of the worker set since the start, and its present size. */
private[eddy] final case class WorkerSetStats(
    spares: Int,
    stuck: Int,
    sparesStarted: Long,
    sparesRefused: Long,
    waitsRefused: Long,
    stuckBy: Map[StuckReason, Long]
)

private[eddy] object WorkerSetStats:
  val none: WorkerSetStats = WorkerSetStats(0, 0, 0, 0, 0, Map.empty.withDefaultValue(0L))
