package eddy.web.internal

import java.util.concurrent.RejectedExecutionException

import io.netty.channel.Channel

/** Carries operations from handler threads over to the I/O thread of a connection: in order, many for one
  * wake-up and one flush. Its queue is bounded by the [[OutBudget]]s of the threads that post, and by one
  * answer for each request.
  *
  * Who finds nothing there calls the I/O thread, once for all until it takes them.
  *
  * An operation that throws is a bug here; the pipeline gets the exception, and the others run.
  */
private[eddy] final class Outbox(private[internal] val channel: Channel)
    extends Posts.Link[Outbox]
    with Runnable:
  import Outbox.*

  private val posted = Posts[Task]()
  // owned by the I/O thread: the oldest that was taken and not run yet
  private var taken: Task | Null = null
  private var unflushed = false

  /** Runs `operation` on the I/O thread. Any thread may call. Refused silently once the I/O threads have
    * ended.
    */
  def post(operation: () => Unit): Unit = post(Plain(operation))

  def post(task: Task): Unit =
    if posted.add(task) then call()

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
    // also behind leftovers, or no call would be made for it
    val newer = posted.takeAll()
    if taken == null then taken = newer else endOf(taken.nn).next = newer
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
    if taken != null then post(Plain(nothing))

  private def call(): Unit = channel.eventLoop match
    case loop: IoLoop => loop.outboxes.enter(this)
    case other =>
      try other.execute(this)
      catch
        // as there
        case _: RejectedExecutionException => posted.forget()
end Outbox

private[eddy] object Outbox:
  /** After so many operations other connections of the I/O thread have their turn. */
  private final val PerTurn = 256

  // only calls
  private val nothing = () => ()

  /** An operation and its place in the queue: to be posted once. */
  abstract class Task extends Posts.Link[Task] with Runnable

  private final class Plain(operation: () => Unit) extends Task:
    def run(): Unit = operation()

  private def endOf(first: Task): Task =
    var at = first
    while at.next != null do at = at.next.nn
    at
end Outbox
