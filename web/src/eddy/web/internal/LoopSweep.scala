package eddy.web.internal

import java.util.concurrent.RejectedExecutionException
import java.util.concurrent.TimeUnit.MILLISECONDS

import io.netty.channel.EventLoop
import io.netty.util.concurrent.Future

/** Something with deadlines, looked at now and then on its I/O thread. */
private[eddy] trait Swept:
  // the sweep's: where it stands there; -1 when it does not
  private[internal] var place = -1

  def sweep(nowNanos: Long): Unit

  /** For how long it has had nothing to do, and may be closed without a loss; negative when it has. An
    * open socket is not idle, however quiet.
    */
  def idleNanos(nowNanos: Long): Long = -1

  /** Whose it is, as [[Addresses]] has it. */
  def customer: String = ""

  /** Closes it, as it is idle. */
  def closeIdle(): Unit = ()

/** Looks at the deadlines of all connections of one I/O thread, by one timer. It runs no timer while the
  * thread has no deadlines.
  */
private[eddy] final class LoopSweep(loop: EventLoop, everyMillis: Long):
  // owned by the I/O thread; an array, as an entry of a set would cost each idle connection more than the
  // place
  private val members = java.util.ArrayList[Swept]()
  private var timer: Future[?] | Null = null

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
      val last = members.removeLast()
      if !(last eq member) then
        last.place = place
        members.set(place, last): Unit
    val t = timer
    if members.isEmpty && t != null then
      timer = null
      t.cancel(false): Unit

  /** The member that has been idle for longest; null when none is.
    * @param of whose; null for anybody's
    */
  def longestIdle(now: Long, of: String | Null): Swept | Null =
    var found: Swept | Null = null
    var longest = -1L
    members.forEach: member =>
      val idle = member.idleNanos(now)
      if idle > longest && (of == null || member.customer == of) then
        found = member
        longest = idle
    found

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
