package eddy.runtime.internal

import eddy.runtime.internal.Worker.StuckReason

import java.lang.invoke.VarHandle
import java.util.concurrent.locks.LockSupport

/** Finds workers that are stuck in a task while others wait (Haller and Odersky, section 3.4), without any hint.
  *
  * It looks every millisecond while some task has run for longer than that, less often otherwise, and sleeps without a
  * time limit when all workers have slept for a while: an idle engine costs nothing. A worker whose thread waits for a
  * lock, a reply or a monitor counts as stuck after one look; one that computes, or is inside a system call, after
  * ten milliseconds, or after two when it was said to be long. A unit that handles many events in one turn is asked to let
  * others go first after one millisecond. Where task after task blocks, it looks four times as often, and calls spares by the hundred.
  */
private[internal] final class Monitor(scheduler: Scheduler):
  private val crew = scheduler.crew
  @volatile private var stopping = false
  @volatile private var parked = false
  @volatile private var thread: Thread | Null = null
  // it sleeps for longer than the shortest time
  @volatile private var slow = false
  // looks in a row that found nobody newly stuck
  private var calm = 0

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
    while !stopping do
      slow = interval > MinInterval
      LockSupport.parkNanos(this, interval)
      val now = System.nanoTime()
      if !scheduler.allAsleep then
        asleepSince = now
        val soon = look(now)
        interval =
          if !soon then math.min(interval * 2, MaxInterval)
          // at a thousand workers a look takes a while itself; on a busy machine it takes long for other reasons
          else if crew.boost > 0 then
            math.min(math.max(BoostInterval, (System.nanoTime() - now) * 8), MaxInterval)
          else MinInterval
      else
        interval = MaxInterval
        if now - asleepSince > Linger then
          parked = true
          VarHandle.fullFence()
          while parked && scheduler.allAsleep && !stopping do LockSupport.park(this)
          parked = false
          asleepSince = System.nanoTime()
          interval = MinInterval
    end while
  end run

  /** True when it should look again soon. */
  private def look(now: Long): Boolean =
    crew.settle()
    val waiting = scheduler.hasWork || crew.live.exists(_.hasSlot)
    var suspicious = false
    var newlyStuck = 0
    crew.live.foreach: worker =>
      if worker.running && worker.stuck == null then
        val turn = worker.turnCount
        if turn != worker.seenTurns then
          worker.seenTurns = turn
          worker.seenSince = now
        val age = now - worker.seenSince
        val announced = worker.longSince(turn)
        suspicious ||= age >= MinInterval || announced != 0
        if waiting then
          if age >= MinInterval then worker.askToYield(turn)
          val reason =
            Monitor.judge(
              worker.threadState,
              age,
              if announced == 0 then 0 else now - announced,
              crew.boost > 0
            )
          // the same turn still: what was judged is what still runs
          if reason != null && worker.running && worker.turnCount == turn then
            newlyStuck += 1
            scheduler.declareStuck(worker, reason)
    // put there in the moment in which the worker was declared stuck: nobody was woken for it
    if crew.live.exists(worker => worker.stuck != null && worker.hasSlot) then scheduler.wakeOne()
    adjustBoost(waiting, newlyStuck)
    suspicious || waiting
  end look

  /** Where every task blocks, one spare at a time would reach the thousandth after a second: grow by leaps, as long as
    * half of those called last are blocked too, to as many as there are tasks.
    */
  private def adjustBoost(waiting: Boolean, newlyStuck: Int): Unit =
    val before = crew.boost
    calm = if waiting && newlyStuck > 0 then 0 else calm + 1
    val after =
      // those called last may not have had a core yet
      if calm > 0 then if calm % CalmLooks == 0 then before / 2 else before
      else if newlyStuck * 2 < before then before
      else math.max(before, math.min(before * 16 + 3, scheduler.queuedCount))
    if after != before then crew.boost = after
    if after > before then crew.callSpares()

  private inline def MinInterval = 1_000_000L
  private inline def CalmLooks = 8
  private inline def BoostInterval = 250_000L
  private inline def MaxInterval = 8_000_000L
  private inline def Linger = 100_000_000L
end Monitor

private[internal] object Monitor:
  private final val MinInterval = 1_000_000L
  private final val ComputingAfter = 10_000_000L
  private final val AnnouncedAfter = 2_000_000L

  /** Whether a worker is stuck, and why.
    * @param age of its turn as far as the monitor has seen it
    * @param longFor for how long an event has run that was said to be long; 0 when none was
    * @param boosted task after task blocks
    */
  def judge(state: Thread.State, age: Long, longFor: Long, boosted: Boolean): StuckReason | Null = state match
    case Thread.State.BLOCKED | Thread.State.WAITING | Thread.State.TIMED_WAITING
        if age >= MinInterval || boosted =>
      StuckReason.Blocked
    case _ if age >= ComputingAfter || longFor >= AnnouncedAfter => StuckReason.Computing
    case _ => null
