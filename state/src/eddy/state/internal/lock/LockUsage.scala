package eddy.state.internal.lock

import java.lang.invoke.{MethodHandles, VarHandle}
import scala.annotation.{static, unused}

/** The usage of the entries of one shared map: one for all of them, as a map has as many entries as keys, and
  * to unelide a lock costs more than to acquire it.
  */
private[state] final class EntryUsage extends LockUsage

/** The modes in which lock sets request a lock, so that a lock without conflicting requests can be elided:
  * objects that no handler writes, counters that no handler reads, announcements at types that no handler
  * uses as a whole.
  *
  * {{{
  *   usage   bits 0-3: requested in that mode   bits 4-7: elided in that mode   bit 8: a thread writes
  * }}}
  *
  * If a request conflicts with a mode that was elided, the lock is ''unelided'': the [[ElisionEpoch]] begins
  * a new epoch, in which every lock set is made again. The requesting handler waits until no handler runs by
  * an older set. Bits 0-3 are never cleared.
  */
private[state] abstract class LockUsage:
  @volatile @unused private[lock] var usage = 0
  // guarded by the monitor of ElisionEpoch; no lock set of this epoch or a later one elides it in a
  // conflicting mode
  @volatile private[state] var unelidedSince = 0L

  /** Notes that a lock set requests that mode. Returns whether the lock must be acquired.
    *
    * @param mayElide false: it is acquired in any case
    */
  private[state] final def request(mode: LockMode, mayElide: Boolean): Boolean =
    var needed = false
    var go = true
    while go do
      val seen = usage
      val known = seen | mode.bit
      needed = !mayElide || (known & (mode.conflicts | LockUsage.ExternalWrite)) != 0
      val broken = (seen >>> 4) & mode.conflicts
      if broken != 0 then
        ElisionEpoch.unelide(this, mode)
        needed = true
        go = false
      else
        val next = if needed then known else known | (mode.bit << 4)
        go = next != seen && !LockUsage.USAGE.compareAndSet(this, seen, next)
    needed

  /** For a thread that writes outside of handlers and holds the lock: keeps lock sets from eliding it until
    * [[endExternalWrite]]. Such a write alone is no reason to lock for ever, as most programs fill their
    * objects before they serve.
    */
  private[state] final def beginExternalWrite(): Unit =
    var go = true
    while go do
      val seen = usage
      if ((seen >>> 4) & LockMode.Writes.conflicts) != 0 then
        ElisionEpoch.unelide(this, LockMode.Writes)
        go = false
      else go = !LockUsage.USAGE.compareAndSet(this, seen, seen | LockUsage.ExternalWrite)

  private[state] final def endExternalWrite(): Unit =
    val _: Int = LockUsage.USAGE.getAndBitwiseAnd(this, ~LockUsage.ExternalWrite)

  /** Under the monitor of ElisionEpoch. False if the usage has changed. */
  private[lock] final def casUsage(seen: Int, next: Int): Boolean =
    LockUsage.USAGE.compareAndSet(this, seen, next)
end LockUsage

private[lock] object LockUsage:
  @static private val USAGE: VarHandle =
    MethodHandles
      .privateLookupIn(classOf[LockUsage], MethodHandles.lookup())
      .nn
      .findVarHandle(classOf[LockUsage], "usage", classOf[Int])
      .nn

  private inline val ExternalWrite = 256
