package eddy.state

import eddy.state.internal.Locks
import eddy.state.internal.lock.{Contention, Lock}

/** A lock that was waited for since the start of the process, for those who know which code takes it. Any
  * thread.
  */
private[eddy] final class ContendedLock private (lock: Lock):
  def stats: LockStats = LockStats.of(lock)

  /** It stands for entries of shared maps. */
  def isOfEntries: Boolean = lock.isOfEntries

  /** An access to the target takes it, directly or as a part: an entry of a map, an object of a type. */
  def isTakenFor(target: Target): Boolean =
    (Locks.of(target) eq lock) || Locks.above(target).exists(_ eq lock) || (target match
      case Target.Entry(map, _) => map.lock eq lock
      case _ => false)

private[eddy] object ContendedLock:
  def all: Vector[ContendedLock] = Contention.all.map(new ContendedLock(_))
