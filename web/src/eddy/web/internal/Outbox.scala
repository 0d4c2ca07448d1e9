package eddy.web.internal

import java.util.concurrent.RejectedExecutionException
import java.util.concurrent.atomic.AtomicBoolean

import io.netty.channel.Channel
import io.netty.util.internal.PlatformDependent

/** Carries what callback threads hand to a connection over to its I/O thread: in order, many for one wake-up and one
  * flush. What is queued is bounded by the [[OutBudget]]s of those who post, and by one answer for each request.
  *
  * @param failed told of an operation that throws, which is a bug here; the others go on
  */
private[eddy] final class Outbox(channel: Channel, failed: Throwable => Unit):
  private val queue = PlatformDependent.newMpscQueue[Runnable]()
  private val scheduled = AtomicBoolean()
  private var unflushed = false // owned by the I/O thread

  /** Runs `operation` on the I/O thread. Any thread may call. Refused silently once the I/O threads have ended. */
  def post(operation: Runnable): Unit =
    val _ = queue.offer(operation)
    if scheduled.compareAndSet(false, true) then again()

  /** On the I/O thread: something was written that must be flushed at the end of this turn. */
  def dirty(): Unit = unflushed = true

  /** On the I/O thread: sends what was written. */
  def flush(): Unit =
    if unflushed then
      unflushed = false
      val _ = channel.flush()

  private val drain: Runnable = () =>
    var left = Outbox.PerTurn
    var next = queue.poll()
    while next != null do
      try next.run()
      catch case failure: Throwable => failed(failure)
      left -= 1
      next = if left > 0 then queue.poll() else null
    flush()
    if left == 0 then again()
    else
      scheduled.set(false)
      // A poster between the last poll and the line above found `scheduled` still true and relies on us.
      if !queue.isEmpty && scheduled.compareAndSet(false, true) then again()

  private def again(): Unit =
    try channel.eventLoop.execute(drain)
    catch
      // The server has stopped: the connection is closed, and those who listen to it have been told.
      case _: RejectedExecutionException => queue.clear()
end Outbox

private[eddy] object Outbox:
  /** After so many operations other connections of the I/O thread have their turn. */
  private val PerTurn = 256
