package eddy.state

import java.util.concurrent.atomic.LongAdder

/** A number that callbacks share; see [[SharedObject]] for what is guaranteed. Callbacks that only add to it never wait for
  * one another. Overflows silently, as every `Long`.
  */
final class SharedCounter(initial: Long = 0) extends SharedObject:
  private val sum = new LongAdder
  sum.add(initial)

  @Commutes def +=(n: Long): Unit = access(Mode.Commutes)(sum.add(n))
  @Commutes def -=(n: Long): Unit = this += -n
  @Commutes def increment(): Unit = this += 1
  @Commutes def decrement(): Unit = this += -1

  /** In a callback, exact. Elsewhere, without waiting: what had been added at some moment, also by callbacks that still run. */
  @Reads def value: Long = if runsInCallback then access(Mode.Reads)(sum.sum()) else sum.sum()

  @Writes def set(value: Long): Unit = access(Mode.Writes):
    sum.reset()
    sum.add(value)

  /** Sets it to zero; gives what it was. */
  @Writes def reset(): Long = access(Mode.Writes)(sum.sumThenReset())
end SharedCounter
