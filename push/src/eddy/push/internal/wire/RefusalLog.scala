package eddy.push.internal.wire

import eddy.runtime.Engine

import java.lang.System.Logger.Level
import java.util.concurrent.atomic.{AtomicLong, LongAdder}

/** Why clients were refused, for the operator: the client itself gets only a code. One line a second at most,
  * as clients could write any number; the next line says how many were left out. Any thread.
  */
private[push] final class RefusalLog(engine: Engine):
  import RefusalLog.*

  private val nextAt = AtomicLong(engine.nanoTime)
  private val leftOut = LongAdder()

  /** @param what of the token: of a connection, or of a subscription
    * @param client whose it is, in words
    */
  def token(what: String, client: => String, why: TokenRefusal): Unit =
    line(s"$what token of $client refused, check \"${why.check}\": ${why.detail}")

  def line(text: => String): Unit =
    val at = nextAt.get
    val now = engine.nanoTime
    if now - at >= 0 && nextAt.compareAndSet(at, now + Interval) then
      val others = leftOut.sumThenReset()
      val more = if others == 0 then "" else s" ($others more were refused and left out here)"
      log.log(Level.INFO, text + more)
    else leftOut.increment()
end RefusalLog

private[push] object RefusalLog:
  private final val Interval = 1_000_000_000L
  private val log = System.getLogger("eddy.push").nn
