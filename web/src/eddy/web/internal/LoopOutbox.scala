package eddy.web.internal

import java.util.concurrent.{Executor, RejectedExecutionException}

/** The outboxes of one I/O thread that something was posted to: however many they are, the thread is called
  * once. It looks for input after some of them, as when one message goes to thousands: an outbox that still
  * waits then sends its new messages together with that one, in one system call. Any thread may enter one.
  */
private[internal] final class LoopOutbox(loop: Executor) extends Runnable:
  import LoopOutbox.*
  private val entered = Posts[Outbox]()
  // of the I/O thread: those whose turn comes, oldest first
  private var first: Outbox | Null = null
  private var last: Outbox | Null = null

  /** Has it run once, on the I/O thread. It must not be entered again before it runs. */
  def enter(box: Outbox): Unit =
    if entered.add(box) then
      try loop.execute(this)
      catch
        // The server has stopped: the connections are closed, and their listeners have been notified.
        case _: RejectedExecutionException => entered.forget()

  /** On the I/O thread: drains the outboxes that were entered, in order. */
  def run(): Unit =
    var box = entered.takeAll()
    while box != null do
      val end = last
      if end == null then first = box else end.next = box
      last = box
      box = box.next

  /** On the I/O thread: whether some have not had their turn. */
  def isDue: Boolean = first != null

  /** On the I/O thread: some have their turn. */
  def work(): Unit =
    var left = PerTurn
    while left > 0 && first != null do
      left -= 1
      workOne(first.nn)

  /** On the I/O thread: all have their turn. */
  def workAll(): Unit = while first != null do workOne(first.nn)

  private def workOne(box: Outbox): Unit =
    first = box.next
    if first == null then last = null
    // it may enter again as soon as it runs
    box.next = null
    try box.run()
    catch case failure: Throwable => box.channel.pipeline.fireExceptionCaught(failure): Unit
end LoopOutbox

private[internal] object LoopOutbox:
  /** Each is a call of the system or more, some microseconds. */
  private final val PerTurn = 64
