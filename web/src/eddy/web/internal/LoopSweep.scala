package eddy.web.internal

import java.util.concurrent.TimeUnit.MILLISECONDS

import io.netty.channel.EventLoop
import io.netty.util.concurrent.Future

/** Something with deadlines, looked at now and then on its I/O thread. */
private[eddy] trait Swept:
  def sweep(nowNanos: Long): Unit

/** Looks at the deadlines of all connections of one I/O thread: one timer for all, and none while there are none. */
private[eddy] final class LoopSweep(loop: EventLoop, everyMillis: Long):
  private val members = java.util.LinkedHashSet[Swept]() // owned by the I/O thread
  private var timer: Future[?] | Null = null

  def add(member: Swept): Unit =
    members.add(member): Unit
    if timer == null then
      timer = loop.scheduleWithFixedDelay(() => sweep(), everyMillis, everyMillis, MILLISECONDS)

  def remove(member: Swept): Unit =
    members.remove(member): Unit
    val t = timer
    if members.isEmpty && t != null then
      timer = null
      t.cancel(false): Unit

  private def sweep(): Unit =
    val now = System.nanoTime
    // A copy: a member whose time is up removes itself.
    members.toArray(Array.empty[Swept]).foreach(_.sweep(now))
end LoopSweep
