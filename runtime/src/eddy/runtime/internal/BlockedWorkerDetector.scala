package eddy.runtime.internal

import eddy.runtime.internal.BlockedWorkerDetector.{Taken, isComputing, isInSystemCall, isWaiting}
import eddy.runtime.internal.Worker.StuckReason

import java.lang.invoke.VarHandle
import java.util.concurrent.locks.LockSupport

/** Finds workers that are stuck in a task while others wait (Haller and Odersky, section 3.4), without any
  * hint. It looks every millisecond while some task has run for longer than that, less often otherwise, and
  * sleeps without a time limit when all workers have slept for a while: an idle engine costs nothing. A
  * worker whose thread waits for a lock, a reply or a monitor counts as stuck after one look; one that
  * computes, when it has consumed ten milliseconds of processor time, or two when it was said to be long; one
  * in system calls, when it has slept for ten milliseconds, and for two thirds of its turn at least. A unit
  * that handles many events in one turn is asked to let others go first after one millisecond. Where task
  * after task blocks, it looks four times as often, and calls spares by the hundred.
  */
private[internal] final class BlockedWorkerDetector(scheduler: Scheduler):
  private val workerSet = scheduler.workerSet
  @volatile private var stopping = false
  @volatile private var parked = false
  @volatile private var thread: Thread | Null = null
  // it sleeps for longer than the shortest time
  @volatile private var slow = false
  // looks in a row that found no newly blocked worker
  private var looksWithoutBlocked = 0
  private val taken = new Taken

  def start(): Unit =
    thread = Thread.ofPlatform.nn.name(s"${scheduler.config.name}-monitor").nn.daemon().nn.start(() => run())

  /** A sleeping worker was woken. */
  def wake(): Unit = if parked then LockSupport.unpark(thread)

  /** Something may be long that has just begun: looks at once, and then often. */
  def hurry(): Unit = if slow then LockSupport.unpark(thread)

  def stop(): Unit =
    stopping = true
    LockSupport.unpark(thread)

  private def run(): Unit =
    var interval = MinInterval
    var asleepSince = System.nanoTime()
    var lookedAt = asleepSince
    while !stopping do
      slow = interval > MinInterval
      LockSupport.parkNanos(this, interval)
      val now = System.nanoTime()
      val observed = math.min(now - lookedAt, interval * 2)
      lookedAt = now
      if !scheduler.allAsleep then
        asleepSince = now
        val soon = look(now, observed)
        interval =
          if !soon then math.min(interval * 2, MaxInterval)
          // at a thousand workers a look takes a while itself; on a busy machine it takes long for other
          // reasons
          else if workerSet.boost > 0 then
            math.min(math.max(BoostInterval, (System.nanoTime() - now) * 8), MaxInterval)
          else MinInterval
      else
        interval = MaxInterval
        if now - asleepSince > ParkAfter then
          parked = true
          VarHandle.fullFence()
          while parked && scheduler.allAsleep && !stopping do LockSupport.park(this)
          parked = false
          asleepSince = System.nanoTime()
          interval = MinInterval
    end while
  end run

  /** True when it should look again soon.
    *
    * @param observed nanoseconds since the last look, as far as this thread was on time
    */
  private def look(now: Long, observed: Long): Boolean =
    workerSet.settle()
    val waiting = scheduler.hasWork || workerSet.live.exists(_.hasSlot)
    var suspicious = false
    var newlyBlocked = 0
    workerSet.live.foreach: worker =>
      if worker.running && worker.stuck == null then
        val turn = worker.turnCount
        val seen = worker.seen
        if turn != seen.turn then seen.begin(turn, now)
        val announced = worker.longSince(turn) != 0
        val isLong = seen.age(now) >= MinInterval
        if isLong || announced then
          suspicious = true
          seen.note(worker.cpuNanos, observed)
        if waiting then
          if isLong then worker.askToYield(turn)
          val reason = reasonFor(worker, now, announced)
          // still the same turn: the judgement is about the task that still runs
          if reason != null && worker.running && worker.turnCount == turn then
            if reason != StuckReason.Computing then newlyBlocked += 1
            scheduler.declareStuck(worker, reason)
    // put there in the moment in which the worker was declared stuck: no worker was woken for it
    if workerSet.live.exists(worker => worker.stuck != null && worker.hasSlot) then scheduler.wakeOne()
    adjustBoost(waiting, newlyBlocked)
    workerSet.complain(now)
    noteComputing(now, waiting)
    suspicious || waiting
  end look

  /** Reports, once, that computations have had every worker for long: no spare is called for those beyond a
    * few, and what is queued waits though no worker is blocked.
    */
  private def noteComputing(now: Long, waiting: Boolean): Unit =
    if !taken.isReported then
      val live = workerSet.live
      if taken.isLong(now, waiting && live.forall(isTaken(_, now)) && live.exists(computes(_, now))) then
        val message = s"computations have taken every worker for a second, ${live.length} of them: queued " +
          "tasks wait until one of them ends. Split them into shorter events, or give them a pool of their own " +
          "(Engine.pool)."
        scheduler.report(IllegalStateException(message), "the engine")

  private def isTaken(worker: Worker, now: Long): Boolean =
    worker.running && (worker.stuck != null || computes(worker, now))

  private def computes(worker: Worker, now: Long): Boolean =
    worker.stuck == StuckReason.Computing ||
      worker.stuck == null && worker.turnCount == worker.seen.turn &&
      isComputing(worker.seen.consumed(now), announced = false)

  private def reasonFor(worker: Worker, now: Long, announced: Boolean): StuckReason | Null =
    val seen = worker.seen
    val age = seen.age(now)
    if isWaiting(worker.threadState) then
      // the engine's own lock is held for less than a microsecond, unless its holder lacks a processor
      if (age >= MinInterval || workerSet.boost > 0) && !worker.waitsFor(scheduler.lock) then
        StuckReason.Blocked
      else null
    else if age < MinInterval && !announced then null
    else if isComputing(seen.consumed(now), announced) then StuckReason.Computing
    else if isInSystemCall(seen.idle, seen.consumed(now), worker.isInNative, worker.isAsleep) then
      StuckReason.SystemCall
    else null

  /** Where every task blocks, one spare at a time would reach the thousandth after a second: grow by leaps,
    * as long as half of those called last are blocked too, to as many as there are tasks.
    */
  private def adjustBoost(waiting: Boolean, newlyBlocked: Int): Unit =
    val before = workerSet.boost
    looksWithoutBlocked = if waiting && newlyBlocked > 0 then 0 else looksWithoutBlocked + 1
    val after =
      // those called last may not have had a core yet
      if looksWithoutBlocked > 0 then if looksWithoutBlocked % HalvingLooks == 0 then before / 2 else before
      // one alone may have waited for the JVM itself, as for the end of a collection
      else if newlyBlocked * 2 < before || newlyBlocked < scheduler.config.workers then before
      else math.max(before, math.min(before * 16 + 3, scheduler.queuedCount))
    if after != before then workerSet.boost = after
    if after > before then workerSet.callSpares()

  private inline def MinInterval = 1_000_000L
  private inline def HalvingLooks = 8
  private inline def BoostInterval = 250_000L
  private inline def MaxInterval = 8_000_000L
  private inline def ParkAfter = 100_000_000L
end BlockedWorkerDetector

private[internal] object BlockedWorkerDetector:
  private final val ComputingAfter = 10_000_000L
  private final val AnnouncedAfter = 2_000_000L
  private final val IdleAfter = 10_000_000L
  private final val UnknownAfter = 100_000_000L

  def isWaiting(state: Thread.State): Boolean = state match
    case Thread.State.BLOCKED | Thread.State.WAITING | Thread.State.TIMED_WAITING => true
    case _ => false

  /** By the processor time that a turn has consumed, and not by how long it lasts: where others have the
    * processors, or a quota is used up, every turn lasts long, and more threads would only make it last
    * longer.
    *
    * @param announced it was said that the event may be long
    */
  def isComputing(consumed: Long, announced: Boolean): Boolean =
    consumed >= (if announced then AnnouncedAfter else ComputingAfter)

  /** Of a thread that the JVM calls runnable. It spends most of its turn asleep: in one long read, or in many
    * short ones, such as the queries of a handler. A thread that lacks a processor is not asleep.
    *
    * @param idle for how much of its turn it was seen to consume no processor time
    * @param consumed the processor time of the rest
    * @param isInNative whether it is in native code just now, as system calls are
    * @param isAsleep whether the kernel says that it waits; None where that is not known
    */
  def isInSystemCall(
      idle: Long,
      consumed: Long,
      isInNative: => Boolean,
      isAsleep: => Option[Boolean]
  ): Boolean =
    idle >= IdleAfter && idle >= consumed * 2 &&
      // outside of native code it waits for the JVM, as for a class that another thread initialises
      (if idle >= UnknownAfter then isAsleep.getOrElse(isInNative) else isInNative && isAsleep.contains(true))

  /** The monitor's observations of a worker's present turn. Confined to the monitor's thread. */
  final class Seen:
    private var of = -1L
    private var since = 0L
    private var firstCpu = Unread
    private var lastCpu = Unread
    private var watched = 0L

    def turn: Long = of
    def age(now: Long): Long = now - since

    /** None where the processor time cannot be read. */
    def idle: Long = if lastCpu < 0 then 0 else math.max(0, watched - (lastCpu - firstCpu))

    def begin(turn: Long, now: Long): Unit =
      of = turn
      since = now
      firstCpu = Unread
      lastCpu = Unread
      watched = 0

    /** @param cpu of its thread so far; less than zero: not known */
    def note(cpu: Long, observed: Long): Unit =
      if firstCpu == Unread then firstCpu = cpu else watched += observed
      lastCpu = cpu

    /** Since it was first read. Where it cannot be read, time stands for it. */
    def consumed(now: Long): Long = if lastCpu < 0 then age(now) else lastCpu - firstCpu
  end Seen

  private final val Unread = Long.MinValue

  /** Since when computations have every worker. The monitor's thread only. */
  final class Taken:
    private var since = 0L
    private var lasts = false
    private var reported = false

    def isReported: Boolean = reported

    /** True once, when they have had all of them for a second.
      *
      * @param now nanoseconds
      * @param taken whether they have all now
      */
    def isLong(now: Long, taken: Boolean): Boolean =
      if !taken || !lasts then since = now
      lasts = taken
      val due = lasts && !reported && now - since >= TakenPatience
      if due then reported = true
      due
  end Taken

  private final val TakenPatience = 1_000_000_000L
end BlockedWorkerDetector
