package eddy.remote.internal.node

import java.util.concurrent.atomic.AtomicLong

/** Bytes of messages that may wait for all other nodes together, beside the share that each queue has of its
  * own. Any thread.
  */
private[remote] final class UnsentBudget(maxBytes: Long):
  private val taken = new AtomicLong

  def takenBytes: Long = taken.get

  /** False: so much is not left. */
  def take(bytes: Long): Boolean =
    val fits = taken.addAndGet(bytes) <= maxBytes
    if !fits then give(bytes)
    fits

  def give(bytes: Long): Unit = taken.addAndGet(-bytes): Unit
end UnsentBudget
