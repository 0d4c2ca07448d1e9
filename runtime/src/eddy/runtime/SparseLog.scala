package eddy.runtime

import java.lang.System.Logger
import java.util.concurrent.atomic.{AtomicLong, LongAdder}

/** Lines of a log that others can cause at any rate, such as clients, or a server that is away: one a second
  * at most, and the next one says how many were left out. Any thread.
  */
final class SparseLog(engine: Engine, log: Logger, level: Logger.Level):
  private val nextAt = AtomicLong(engine.nanoTime)
  private val leftOut = LongAdder()

  /** @param text is made only if it is written */
  def line(text: => String): Unit =
    val at = nextAt.get
    val now = engine.nanoTime
    if now - at >= 0 && nextAt.compareAndSet(at, now + Interval) then
      val others = leftOut.sumThenReset()
      val more = if others == 0 then "" else s" ($others more such lines were left out)"
      engine.platform.log(log, level, text + more)
    else leftOut.increment()

  private inline def Interval = 1_000_000_000L
end SparseLog
