package eddy.state.internal

import eddy.state.internal.lock.{ElisionEpoch, HandlerThread, Lock, ThreadWait, ThreadWaiter}
import eddy.state.{AccessKind, LockSet, SharedObject, Target}

/** The locks that a thread outside of handlers holds on a shared object, for one operation or one block of
  * them. It elides none, since such threads write no epoch.
  */
private[state] final class ExternalAccess private (
    thread: HandlerThread,
    obj: SharedObject,
    access: AccessKind,
    request: LockRequest
) extends HandlerThread.Outside:
  private def holds(other: SharedObject): Boolean = obj eq other
  private def heldLock: Lock = obj.lock
  private def heldAccess: AccessKind = access

  private def end(): Unit =
    if access != AccessKind.Reads then obj.lock.endExternalWrite()
    var i = request.size - 1
    while i >= 0 do
      request.locks(i).release(request.modes(i), thread)
      i -= 1
    thread.outside = null
    thread.resumeGranted()

  private def take(): Unit =
    var i = 0
    while i < request.size do
      val lock = request.locks(i)
      val _ =
        (lock eq obj.lock) && access != AccessKind.Reads || lock.request(request.modes(i), mayElide = false)
      ThreadWaiter.acquire(lock, request.modes(i))
      i += 1
    if access != AccessKind.Reads then obj.lock.beginExternalWrite()
    i = 0
    while i < request.size do
      awaitDrained(request.locks(i))
      i += 1

  /** Waits until no handler runs by a lock set that elided this lock. */
  private def awaitDrained(lock: Lock): Unit =
    if !ElisionEpoch.isDrained(lock.unelidedSince) then
      ThreadWait.until(lock, isForLock = false, everyNanos = 1_000_000)(
        ElisionEpoch.isDrained(lock.unelidedSince)
      )
end ExternalAccess

private[state] object ExternalAccess:
  private[state] def end(access: ExternalAccess | Null): Unit = if access != null then access.end()

  /** Null when the thread holds what it needs: an operation inside the function given to another.
    *
    * @throws IllegalStateException when it holds another object
    */
  private[state] def begin(
      thread: HandlerThread,
      obj: SharedObject,
      access: AccessKind
  ): ExternalAccess | Null =
    thread.outside match
      case held: ExternalAccess =>
        if held.holds(obj) && held.heldAccess.allows(access) then null
        else
          throw IllegalStateException(
            s"${access.verb} ${obj.lock} inside an operation on ${held.heldLock}, outside of handlers, could wait for " +
              "ever: read first and change then, or do it in a handler, which has all its locks from the start"
          )
      case _ =>
        val request = new LockRequest(8)
        request.add(LockSet.Claim(
          Target.Shared(obj),
          if access == AccessKind.Commutes then AccessKind.Writes else access
        ))
        val begun = new ExternalAccess(thread, obj, access, request)
        begun.take()
        thread.outside = begun
        begun
end ExternalAccess
