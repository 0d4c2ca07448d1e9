package eddy.web.internal

import java.util.concurrent.RejectedExecutionException
import java.util.concurrent.atomic.AtomicReference

import io.netty.channel.Channel

/** Carries what callback threads hand to a connection over to its I/O thread: in order, many for one wake-up and one
  * flush. What is queued is bounded by the [[OutBudget]]s of those who post, and by one answer for each request.
  *
  * Those who post put their operations in front of one another, as one step; the I/O thread takes them all and turns them
  * round. So an idle connection has no queue at all. Who finds nothing there calls the I/O thread, once for all until it takes them.
  *
  * The pipeline is told of an operation that throws, which is a bug here; the others go on.
  */
private[eddy] final class Outbox(private[internal] val channel: Channel) extends Runnable:
  import Outbox.*

  // the newest; null when nothing was posted since the I/O thread took all
  private val newest = AtomicReference[Task | Null]()
  // owned by the I/O thread: taken and not run yet, the oldest and the newest of them
  private var taken: Task | Null = null
  private var last: Task | Null = null
  private var unflushed = false

  // the LoopOutbox's
  private[internal] var before: Outbox | Null = null

  /** Runs `operation` on the I/O thread. Any thread may call. Refused silently once the I/O threads have ended. */
  def post(operation: () => Unit): Unit = post(Plain(operation))

  def post(task: Task): Unit =
    var before = newest.getPlain
    task.next = before
    while !newest.weakCompareAndSetVolatile(before, task) do
      before = newest.get
      task.next = before
    // Who finds others there relies on whoever was the first.
    if before == null then call()

  def isOnItsThread: Boolean = channel.eventLoop.inEventLoop

  /** On the I/O thread: something was written that must be flushed at the end of this turn. */
  def dirty(): Unit = unflushed = true

  /** On the I/O thread: sends what was written. */
  def flush(): Unit =
    if unflushed then
      unflushed = false
      val _ = channel.flush()

  /** On the I/O thread, once for each time that it was called. */
  def run(): Unit =
    val newer = newest.getAndSet(null)
    val oldest = oldestFirst(newer)
    if taken == null then taken = oldest else last.nn.next = oldest
    if newer != null then last = newer
    var left = PerTurn
    var task = taken
    while task != null && left > 0 do
      taken = task.next
      task.next = null
      try task.run()
      catch case failure: Throwable => channel.pipeline.fireExceptionCaught(failure): Unit
      left -= 1
      task = taken
    flush()
    if taken != null then post(Plain(nothing)) else last = null

  private def call(): Unit = channel.eventLoop match
    case loop: IoLoop => loop.outboxes.enter(this)
    case other =>
      try other.execute(this)
      catch
        // as there
        case _: RejectedExecutionException => newest.set(null)
end Outbox

private[eddy] object Outbox:
  /** After so many operations other connections of the I/O thread have their turn. */
  private final val PerTurn = 256

  // only calls
  private val nothing = () => ()

  /** An operation and its place in the queue: to be posted once. */
  abstract class Task extends Runnable:
    private[internal] var next: Task | Null = null

  private final class Plain(operation: () => Unit) extends Task:
    def run(): Unit = operation()

  private def oldestFirst(newest: Task | Null): Task | Null =
    var oldest: Task | Null = null
    var at = newest
    while at != null do
      val older = at.next
      at.next = oldest
      oldest = at
      at = older
    oldest
end Outbox
