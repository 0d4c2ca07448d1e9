package eddy.web.internal

import java.util.concurrent.atomic.AtomicReference
import java.util.concurrent.{Executor, RejectedExecutionException}

/** The outboxes of one I/O thread that something was posted to: however many there are, the thread is called once. Any thread may enter one. */
private[internal] final class LoopOutbox(loop: Executor) extends Runnable:
  // the newest, each with the one before; null when none has entered since the I/O thread took all
  private val newest = AtomicReference[Outbox | Null]()

  /** Has it run once, on the I/O thread. It must not be entered again before it runs. */
  def enter(box: Outbox): Unit =
    var before = newest.getPlain
    box.before = before
    while !newest.weakCompareAndSetVolatile(before, box) do
      before = newest.get
      box.before = before
    if before == null then
      try loop.execute(this)
      catch
        // The server has stopped: the connections are closed, and those who listen to them have been told.
        case _: RejectedExecutionException => newest.set(null)

  /** On the I/O thread. */
  def run(): Unit =
    var box = LoopOutbox.oldestFirst(newest.getAndSet(null))
    while box != null do
      // it may enter again as soon as it runs
      val next = box.before
      box.before = null
      try box.run()
      catch case failure: Throwable => box.channel.pipeline.fireExceptionCaught(failure): Unit
      box = next
end LoopOutbox

private[internal] object LoopOutbox:
  private def oldestFirst(newest: Outbox | Null): Outbox | Null =
    var oldest: Outbox | Null = null
    var at = newest
    while at != null do
      val older = at.before
      at.before = oldest
      oldest = at
      at = older
    oldest
