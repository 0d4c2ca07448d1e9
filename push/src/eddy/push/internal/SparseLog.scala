package eddy.push.internal

import eddy.runtime.Engine

import java.lang.System.Logger.Level
import java.util.concurrent.atomic.{AtomicLong, LongAdder}

/** Lines of the log that others can cause at any rate: one a second at most, and the next one says how many
  * were left out. Any thread.
  */
private[push] final class SparseLog(engine: Engine, level: Level):
  import SparseLog.*

  private val nextAt = AtomicLong(engine.nanoTime)
  private val leftOut = LongAdder()

  def line(text: => String): Unit =
    val at = nextAt.get
    val now = engine.nanoTime
    if now - at >= 0 && nextAt.compareAndSet(at, now + Interval) then
      val others = leftOut.sumThenReset()
      val more = if others == 0 then "" else s" ($others more such lines were left out)"
      engine.platform.log(log, level, text + more)
    else leftOut.increment()
end SparseLog

private object SparseLog:
  private final val Interval = 1_000_000_000L
  private val log = System.getLogger("eddy.push").nn
