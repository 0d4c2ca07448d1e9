package eddy.state.internal

import eddy.state.internal.lock.{Lock, LockMode, LockUsage}
import eddy.state.{AccessKind, LockSet, Target}

/** The locks of some accesses, each once, in ascending order, and the mode of each. Built by one thread. */
private[state] final class LockRequest(capacity: Int):
  private[state] var locks = new Array[Lock](capacity)
  private[state] var modes = new Array[LockMode](capacity)
  // announcements: may be elided whatever it costs to take that back
  private[state] var above = new Array[Boolean](capacity)
  private[state] var size = 0
  // of the maps whose entries are used, with the mode of each
  private[state] var entries: List[(LockUsage, LockMode)] = Nil

  private[state] def add(claim: LockSet.Claim): Unit =
    val lock = Locks.of(claim.target)
    claim.target match
      case Target.Everything | Target.OfType(_) =>
        // that the changes of one object commute says nothing of changes to unknown ones
        insert(
          lock,
          if claim.mode == AccessKind.Reads then LockMode.Reads else LockMode.Writes,
          isAbove = false
        )
      case Target.Entry(obj, _) =>
        entries ::= (obj.entryUsage, LockRequest.modeFor(claim.mode))
        insert(lock, LockRequest.modeFor(claim.mode), isAbove = false)
        insert(obj.lock, LockRequest.announcing(claim.mode), isAbove = false)
      case _ => insert(lock, LockRequest.modeFor(claim.mode), isAbove = false)
    val over = Locks.above(claim.target)
    val announced = LockRequest.announcing(claim.mode)
    var i = 0
    while i < over.length do
      if over(i) ne lock then insert(over(i), announced, isAbove = true)
      i += 1
  end add

  private def insert(lock: Lock, mode: LockMode, isAbove: Boolean): Unit =
    var at = size
    while at > 0 && locks(at - 1).id > lock.id do at -= 1
    if at > 0 && (locks(at - 1) eq lock) then
      modes(at - 1) = modes(at - 1).join(mode)
      above(at - 1) &= isAbove
    else
      if size == locks.length then grow()
      if at < size then
        System.arraycopy(locks, at, locks, at + 1, size - at)
        System.arraycopy(modes, at, modes, at + 1, size - at)
        System.arraycopy(above, at, above, at + 1, size - at)
      locks(at) = lock
      modes(at) = mode
      above(at) = isAbove
      size += 1

  private[state] def indexOf(lock: Lock): Int = locks.indexWhere(_ eq lock)

  private def grow(): Unit =
    val to = size * 2 + 4
    locks = java.util.Arrays.copyOf(locks, to).asInstanceOf[Array[Lock]]
    modes = java.util.Arrays.copyOf(modes, to).asInstanceOf[Array[LockMode]]
    above = java.util.Arrays.copyOf(above, to).nn
end LockRequest

private[internal] object LockRequest:
  private def modeFor(access: AccessKind): LockMode = access match
    case AccessKind.Reads => LockMode.Reads
    case AccessKind.Commutes => LockMode.Commutes
    case AccessKind.Writes => LockMode.Writes

  /** The mode in which a larger target is announced that a part of it is used. */
  private def announcing(access: AccessKind): LockMode =
    if access == AccessKind.Reads then LockMode.ReadsPart else LockMode.Commutes
