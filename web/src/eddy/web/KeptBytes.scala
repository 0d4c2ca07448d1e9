package eddy.web

import eddy.web.internal.{Outbox, UnsentBudget, UnsentBytes}

import java.util.concurrent.atomic.{AtomicBoolean, AtomicLong}

/** What the application keeps for one client that has no room for it, and may keep for others: it counts as
  * unsent by the [[UnsentBudget]], once for all clients, and for each in its weight. Any thread.
  */
private[eddy] final class KeptBytes(budget: UnsentBudget, client: UnsentBytes, outbox: Outbox):
  private val bytes = AtomicLong()
  private val isPosted = AtomicBoolean()
  // of the bytes, as the connection counts them; owned by its I/O thread
  private var counted = 0L

  /** @param of known by its identity
    * @param size the same for all clients that it is kept for
    */
  def add(of: AnyRef, size: Int): Unit =
    budget.share(of, size)
    change(size)

  /** It is sent, or never will be. */
  def remove(of: AnyRef, size: Int): Unit =
    budget.unshare(of, size)
    change(-size)

  private def change(by: Int): Unit =
    // until the connection counts it
    budget.post(by)
    bytes.addAndGet(by): Unit
    if isPosted.compareAndSet(false, true) then outbox.post(() => count())

  private def count(): Unit =
    isPosted.set(false)
    val more = bytes.get - counted
    counted += more
    budget.post(-more)
    client.queue(more)
end KeptBytes
