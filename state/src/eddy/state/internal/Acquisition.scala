package eddy.state.internal

import eddy.state.internal.lock.{ElisionEpoch, HandlerThread, Lock, LockHolder, LockResult, ThreadWaiter}
import eddy.state.{LockPolicy, LockSet}

import java.util.concurrent.TimeUnit.MILLISECONDS
import scala.concurrent.duration.FiniteDuration

/** How one run of a handler acquires its locks. Confined to the thread that proceeds with it.
  *
  * Under [[LockPolicy.Park]] it first tries all locks at once. On failure it holds none and waits at the one
  * that failed, so that no handler waits for a lock whose holder waits itself. After [[Acquisition.Rounds]]
  * such rounds it acquires them in ascending order and keeps what it has. No handler waits for a lower lock
  * while it holds a higher one, so there is no cycle.
  */
private[eddy] abstract class Acquisition private[state] (private[state] val host: HandlerHost)
    extends LockHolder, Runnable:
  import Acquisition.*

  /** Its lock set. Called once, when its turn has come, as it may depend on the handlers before it. */
  protected def needs(): LockSet

  private var asked = false
  private var set = LockSet.empty
  // in order: the last lock held, all before it are held too; else: the only lock held
  private var have = -1
  private var inOrder = false
  private var rounds = 0
  private var entered = false

  /** The locks that it holds, or has to acquire. */
  private[eddy] def lockSet: LockSet = set

  private[state] final def holds(lock: Lock): Boolean = set.holds(lock)

  /** Acquires the locks, or has itself run again when it can proceed. Never returns [[Step.Retry]]. */
  private[state] final def acquire(thread: HandlerThread): Step =
    if waitsFor != null then host.isParkedNoMore(this)
    val protects = host.policy != LockPolicy.Unprotected
    if !asked && protects then
      asked = true
      set = needs()
    var step = if set.isEmpty || !protects then Step.Held else Step.Retry
    while step == Step.Retry do
      val now = set.fresh()
      if now ne set then
        letGo(thread)
        set = now
      step = host.policy match
        case LockPolicy.Park => if inOrder then takeInOrder() else takeAtOnce(thread)
        case LockPolicy.Requeue(times) => takeOrRequeue(times, thread)
        case LockPolicy.Unprotected => Step.Held
      if step == Step.Held then step = confirmed(thread)
    step
  end acquire

  /** All locks are held: checks that they are still the right ones, and that no handler runs without them. */
  private def confirmed(thread: HandlerThread): Step =
    if !isStillRight(thread) then Step.Retry
    else if ElisionEpoch.isDrained(set.since) then Step.Held
    else
      letGo(thread)
      // rare: a handler that began before this one unelided a lock still runs
      val _ = host.engine.after(FiniteDuration(1, MILLISECONDS))(this)
      Step.Requeued

  /** Enters the epoch. False, and holding nothing, when the set is out of date. */
  private def isStillRight(thread: HandlerThread): Boolean =
    if set.elides then
      entered = true
      thread.enter(set.epoch)
    val other = if set.epoch != ElisionEpoch.current then set.fresh() else set.changed()
    if other == null || (other eq set) then true
    else
      letGo(thread)
      set = other
      false

  private def takeAtOnce(thread: HandlerThread): Step =
    val failed = set.tryAll(have, thread)
    if failed < 0 then holdsAll()
    else
      rounds += 1
      have = -1
      if rounds >= Rounds then
        inOrder = true
        Step.Retry
      else
        waitAt(failed) match
          case LockResult.Held => Step.Retry
          case LockResult.Queued => Step.Parked

  private def takeInOrder(): Step =
    var step = Step.Held
    while step == Step.Held && have < set.locks.length - 1 do
      val i = have + 1
      if set.locks(i).tryAcquire(set.modes(i)) then have = i
      else
        waitAt(i) match
          case LockResult.Held => ()
          case LockResult.Queued => step = Step.Parked
    step

  private def waitAt(i: Int): LockResult =
    val lock = set.locks(i)
    val mode = set.modes(i)
    // before it can be granted
    have = i
    waitsFor = lock
    host.parks(this)
    val result = lock.acquireOrWait(mode, this)
    if result == LockResult.Held then host.isParkedNoMore(this)
    result

  private def takeOrRequeue(times: Int, thread: HandlerThread): Step =
    val failed = set.tryAll(-1, thread)
    if failed < 0 then holdsAll()
    else
      set.locks(failed).noteFailedTry()
      rounds += 1
      if rounds <= times then
        host.engine.scheduler.submit(this)
        Step.Requeued
      else
        inOrder = true
        // in ascending order, holding none
        var i = 0
        while i < set.locks.length do
          ThreadWaiter.acquire(set.locks(i), set.modes(i))
          i += 1
        holdsAll()

  private def holdsAll(): Step =
    have = set.locks.length - 1
    inOrder = true
    Step.Held

  /** Releases whatever is held, and leaves the epoch. */
  private[state] final def letGo(thread: HandlerThread): Unit =
    if have >= 0 then
      if inOrder then set.release(have + 1, thread) else set.locks(have).release(set.modes(have), thread)
    have = -1
    inOrder = rounds >= Rounds
    if entered then
      entered = false
      thread.leave()
end Acquisition

private[state] object Acquisition:
  /** How often it tries all locks at once before it acquires them one by one. */
  private final val Rounds = 4

  /** What a thread that proceeds with a handler has come to. */
  enum Step derives CanEqual:
    /** All locks are held: the handler can run. */
    case Held

    /** Not all locks are held. The same thread tries again. */
    case Retry

    /** It is in the queue of a lock. Another thread may proceed with it at any moment, so this one must not
      * touch it again.
      */
    case Parked

    /** It holds nothing and is in the engine's queue, or will be. As for [[Parked]], this thread must not
      * touch it.
      */
    case Requeued
  end Step
end Acquisition
