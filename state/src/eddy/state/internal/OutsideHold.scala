package eddy.state.internal

import eddy.state.{LockSet, Mode, SharedObject, Target}

/** What a thread holds that uses a shared object outside of callbacks: for one operation, or one block of them. Leaves no
  * lock out, since threads have no seat at the gate.
  */
private[state] final class OutsideHold private (seat: Seat, obj: SharedObject, mode: Mode, plan: Plan):
  private def objectHeld: SharedObject = obj
  private def modeHeld: Mode = mode

  private def end(): Unit =
    if mode != Mode.Reads then obj.lock.endOutside()
    var i = plan.size - 1
    while i >= 0 do
      plan.locks(i).release(plan.grips(i), seat)
      i -= 1
    seat.outside = null
    CallbackRunner.submitGranted(seat)

  private def take(): Unit =
    var i = 0
    while i < plan.size do
      val lock = plan.locks(i)
      val _ = (lock eq obj.lock) && mode != Mode.Reads || lock.plan(plan.grips(i), mayLeaveOut = false)
      Blocking.acquire(lock, plan.grips(i))
      i += 1
    if mode != Mode.Reads then obj.lock.beginOutside()
    i = 0
    while i < plan.size do
      awaitDrained(plan.locks(i))
      i += 1

  /** Until no callback runs by a plan that left this lock out. */
  private def awaitDrained(lock: Lock): Unit =
    if !Gate.isDrained(lock.armedSince) then
      ThreadWait.until(lock, isForLock = false, everyNanos = 1_000_000)(Gate.isDrained(lock.armedSince))
end OutsideHold

private[state] object OutsideHold:
  private[state] def end(hold: OutsideHold | Null): Unit = if hold != null then hold.end()

  /** Null when the thread holds what it needs: an operation inside the function given to another.
    *
    * @throws IllegalStateException when it holds another object
    */
  private[state] def begin(seat: Seat, obj: SharedObject, mode: Mode): OutsideHold | Null =
    val held = seat.outside
    if held != null then
      if (held.objectHeld eq obj) && held.modeHeld.allows(mode) then null
      else
        throw IllegalStateException(
          s"${mode.verb} ${obj.lock} inside an operation on ${held.objectHeld.lock}, outside of callbacks, could wait for " +
            "ever: read first and change then, or do it in a callback, which has all its locks from the start"
        )
    else
      val plan = new Plan(8)
      plan.add(LockSet.Claim(Target.Shared(obj), if mode == Mode.Commutes then Mode.Writes else mode))
      val hold = new OutsideHold(seat, obj, mode, plan)
      hold.take()
      seat.outside = hold
      hold
end OutsideHold
