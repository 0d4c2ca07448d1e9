package eddy.state

import java.util.concurrent.atomic.LongAdder

/** A number that handlers share; see [[SharedObject]] for what is guaranteed. Handlers that only add to it
  * never wait for one another. Overflows silently, as every `Long`.
  */
final class SharedCounter(initial: Long = 0) extends SharedObject:
  // replaced where it is set, so that nobody sees half of that; who adds holds the lock meanwhile
  @volatile private var sum = SharedCounter.at(initial)

  @Commutes def +=(n: Long): Unit = access(AccessKind.Commutes)(sum.add(n))
  @Commutes def -=(n: Long): Unit = this += -n
  @Commutes def increment(): Unit = this += 1
  @Commutes def decrement(): Unit = this += -1

  /** The exact value in a handler. On other threads, without waiting, the value of some moment, with the
    * additions of handlers that still run.
    */
  @Reads def value: Long = if runsInHandler then access(AccessKind.Reads)(sum.sum()) else sum.sum()

  @Writes def set(value: Long): Unit = access(AccessKind.Writes):
    sum = SharedCounter.at(value)

  /** Sets it to zero; returns the value before. */
  @Writes def reset(): Long = access(AccessKind.Writes):
    val before = sum.sum()
    sum = new LongAdder
    before
end SharedCounter

object SharedCounter:
  private def at(value: Long): LongAdder =
    val sum = new LongAdder
    sum.add(value)
    sum
