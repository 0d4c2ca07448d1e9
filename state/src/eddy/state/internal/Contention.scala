package eddy.state.internal

import java.util.{Collections, WeakHashMap}
import scala.jdk.CollectionConverters.*

/** How often a lock was waited for. Made when somebody first waits; locks that nobody waits for have none. */
private[internal] final class Contention:
  // guarded by the lock
  private var waits = 0L
  private var nanos = 0L
  private var longest = 0L
  private var failedTries = 0L

  private[internal] def waited(forNanos: Long): Unit =
    waits += 1
    nanos += forNanos
    longest = longest.max(forNanos)

  private[internal] def failed(): Unit = failedTries += 1

  private[internal] def read: Contention.Figures = Contention.Figures(waits, nanos, longest, failedTries)
end Contention

private[eddy] object Contention:
  /** @param waits how often a callback or a thread waited and then had the lock
    * @param failedTries how often callbacks tried their locks in vain, because of this one
    */
  final case class Figures(waits: Long, waitedNanos: Long, longestNanos: Long, failedTries: Long)

  private val locks =
    Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap[Lock, java.lang.Boolean]()))

  val none: Figures = Figures(0, 0, 0, 0)

  private[internal] def begins(at: Lock): Unit =
    val _ = locks.add(at)

  /** Every lock that was ever waited for and is still in use. */
  def all: Vector[Lock] = locks.synchronized(locks.asScala.toVector)
end Contention
