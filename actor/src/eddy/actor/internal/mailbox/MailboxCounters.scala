package eddy.actor.internal.mailbox

import eddy.actor.MailboxStats

import java.util.concurrent.atomic.LongAdder

/** The sums of the counters of all bounded mailboxes of a system, including those of terminated actors. Any
  * thread.
  */
private[actor] final class MailboxCounters:
  val waiting = new LongAdder()
  val refused = new LongAdder()
  val dropped = new LongAdder()
  val replaced = new LongAdder()
  val slowed = new LongAdder()

  def sum: MailboxStats =
    // a sum may miss what comes while it is made
    val now = math.max(0, math.min(waiting.sum, Int.MaxValue)).toInt
    MailboxStats(now, refused.sum, dropped.sum, replaced.sum, slowed.sum)
