package eddy.actor.internal.system

import java.util.concurrent.ConcurrentLinkedQueue
import java.util.concurrent.atomic.AtomicInteger

/** Notices of changes, passed on in the order in which they were added. They are added where the change is
  * made, under its lock; watchers receive them outside of it, so that their code may make changes too.
  */
private[actor] final class OrderedNotices:
  private val pending = new ConcurrentLinkedQueue[() => Unit]()
  // calls of flush in progress; the first one does the work of all
  private val calls = new AtomicInteger

  /** @param notice must not throw */
  def add(notice: () => Unit): Unit = pending.add(notice): Unit

  /** Passes on what was added. With no lock held: another may go first at each send. */
  def flush(): Unit =
    if !pending.isEmpty && calls.getAndIncrement() == 0 then
      var answered = 1
      while answered > 0 do
        var notice = pending.poll()
        while notice != null do
          notice()
          notice = pending.poll()
        answered = calls.addAndGet(-answered)
end OrderedNotices
