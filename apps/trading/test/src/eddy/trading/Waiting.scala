package eddy.trading

import java.util.concurrent.TimeUnit.MILLISECONDS
import java.util.concurrent.locks.LockSupport
import scala.concurrent.duration.{DurationInt, FiniteDuration}

/** For what nobody tells when it comes about. */
object Waiting:
  /** Returns when it holds; fails when it does not for long. */
  def until(what: => String, within: FiniteDuration = 2.minutes)(holds: => Boolean): Unit =
    val end = System.nanoTime + within.toNanos
    while !holds do
      if System.nanoTime > end then throw AssertionError(s"in $within it did not come about that $what")
      LockSupport.parkNanos(MILLISECONDS.toNanos(5))
