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

  // what a search has found, the longest idle last; and a customer of whom it has found nothing
  private val idle = java.util.ArrayList[Swept]()
  private var searchedAt = 0L
  private var foundAll = false
  private var busy: String | Null = null
  private var busyAt = 0L

  /** The member that has been idle for longest; null when none is, or none was at a search less than
    * [[LoopSweep.Again]] ago: a client that opens many connections beyond a limit does not make the thread
    * look at all members for each.
    * @param of whose; null for anybody's
    */
  def longestIdle(now: Long, of: String | Null): Swept | Null =
    if of == null then longestIdle(now) else longestIdleOf(now, of)

  private def longestIdle(now: Long): Swept | Null =
    val known = takeIdle(now)
    if known != null then known
    else if foundAll && now - searchedAt < LoopSweep.Again then null
    else
      search(now)
      takeIdle(now)

  /** One that has been idle since the search: no other has been for longer. */
  private def takeIdle(now: Long): Swept | Null =
    var found: Swept | Null = null
    while found == null && !idle.isEmpty do
      val member = idle.removeLast()
      if member.place >= 0 && member.idleNanos(now) >= now - searchedAt then found = member
    found

  private def search(now: Long): Unit =
    val all = java.util.ArrayList[(Long, Swept)]()
    members.forEach: member =>
      val nanos = member.idleNanos(now)
      if nanos >= 0 then all.add((nanos, member)): Unit
    all.sort((a, b) => java.lang.Long.compare(a(0), b(0)))
    foundAll = all.size <= LoopSweep.Most
    all.subList((all.size - LoopSweep.Most).max(0), all.size).forEach(one => idle.add(one(1)): Unit)
    searchedAt = now

  private def longestIdleOf(now: Long, customer: String): Swept | Null =
    if customer == busy && now - busyAt < LoopSweep.Again then null
    else
      var found: Swept | Null = null
      var longest = -1L
      members.forEach: member =>
        val nanos = member.idleNanos(now)
        if nanos > longest && member.customer == customer then
          found = member
          longest = nanos
      if found == null then
        busy = customer
        busyAt = now
      found
  end longestIdleOf

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

private[eddy] object LoopSweep:
  /** A search that finds none idle holds for so long: fifty a second cost little with any number of members.
    */
  private[internal] final val Again = 20_000_000L

  /** Idle members that a search remembers. */
  private[internal] final val Most = 64
