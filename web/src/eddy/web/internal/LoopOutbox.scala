package eddy.web.internal

import java.util.concurrent.{Executor, RejectedExecutionException}

/** The outboxes of one I/O thread that something was posted to: however many there are, the thread is called once. Any thread may enter one. */
private[internal] final class LoopOutbox(loop: Executor) extends Runnable:
  private val entered = Posts[Outbox]()

  /** Has it run once, on the I/O thread. It must not be entered again before it runs. */
  def enter(box: Outbox): Unit =
    if entered.add(box) then
      try loop.execute(this)
      catch
        // The server has stopped: the connections are closed, and those who listen to them have been told.
        case _: RejectedExecutionException => entered.forget()

  /** On the I/O thread. */
  def run(): Unit =
    var box = entered.takeAll()
    while box != null do
      // it may enter again as soon as it runs
      val next = box.next
      box.next = null
      try box.run()
      catch case failure: Throwable => box.channel.pipeline.fireExceptionCaught(failure): Unit
      box = next
end LoopOutbox
