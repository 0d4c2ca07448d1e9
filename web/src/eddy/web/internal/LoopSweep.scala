package eddy.web.internal

import java.util.concurrent.RejectedExecutionException
import java.util.concurrent.TimeUnit.MILLISECONDS

import io.netty.channel.EventLoop
import io.netty.util.concurrent.Future

/** Something with deadlines, looked at now and then on its I/O thread. */
private[eddy] trait Swept:
  // the sweep's: where it stands there; -1 when it does not
  private[internal] var place = -1
  // the idle row's
  private[internal] var isListed = false
  private[internal] var before: Swept | Null = null
  private[internal] var after: Swept | Null = null

  def sweep(nowNanos: Long): Unit

  /** Whether it has nothing to do, and may be closed without a loss. An open socket is not idle, however
    * quiet.
    */
  def isIdle: Boolean = false

  /** Whether it has something to do, after which it calls [[LoopSweep.becameIdle]] again, or ends. */
  def isBusy: Boolean = true

  /** Whose it is, as [[Addresses]] has it. */
  def customer: String = ""

  /** Closes it, as it is idle. */
  def closeIdle(): Unit = ()
end Swept

/** Looks at the deadlines of all connections of one I/O thread, by one timer. It runs no timer while the
  * thread has no deadlines.
  */
private[eddy] final class LoopSweep(loop: EventLoop, everyMillis: Long):
  // owned by the I/O thread; an array, as an entry of a set would cost each idle connection more than the
  // place
  private val members = java.util.ArrayList[Swept]()
  private var timer: Future[?] | Null = null
  private val idle = IdleRow()

  def add(member: Swept): Unit =
    if member.place < 0 then
      member.place = members.size
      members.add(member): Unit
    if timer == null then
      timer = loop.scheduleWithFixedDelay(() => sweep(), everyMillis, everyMillis, MILLISECONDS)

  def remove(member: Swept): Unit =
    val place = member.place
    if place >= 0 then
      member.place = -1
      idle.remove(member)
      val last = members.removeLast()
      if !(last eq member) then
        last.place = place
        members.set(place, last): Unit
    val t = timer
    if members.isEmpty && t != null then
      timer = null
      t.cancel(false): Unit

  /** The member has nothing to do from now on. */
  def becameIdle(member: Swept): Unit = if member.place >= 0 then idle.append(member)

  /** The member that has been idle for longest; null when none is.
    * @param of whose; null for anybody's
    */
  def longestIdle(of: String | Null): Swept | Null = idle.longest(of)

  /** Runs this on its I/O thread, unless that has ended. */
  def execute(task: Runnable): Boolean =
    try
      loop.execute(task)
      true
    catch case _: RejectedExecutionException => false

  private def sweep(): Unit =
    val now = System.nanoTime
    // A copy: a member whose time is up removes itself.
    members.toArray(Array.empty[Swept]).foreach(_.sweep(now))
end LoopSweep
