package eddy.web.client.internal

import java.util.ArrayDeque
import java.util.concurrent.CompletableFuture
import scala.util.control.NonFatal

/** Sends one thing after another: the next when the one before has been taken, as the JDK's WebSocket wants
  * it. Any thread.
  *
  * @param failed called when a message cannot be sent; later messages are still tried
  */
private[client] final class SendQueue(failed: Throwable => Unit):
  import SendQueue.Sending
  private val waiting = ArrayDeque[Sending]() // guarded by this
  private var busy = false // guarded by this: a thread sends, and will send the pending ones

  /** @param over run when it has been taken, or never will be */
  def add(over: () => Unit)(start: () => CompletableFuture[?]): Unit =
    val isFirst = synchronized:
      waiting.addLast(Sending(start, over))
      val first = !busy
      busy = true
      first
    if isFirst then sendAll()

  private def sendAll(): Unit =
    var next = take()
    while next != null do
      val sending = next
      val sent =
        try sending.start()
        catch case NonFatal(failure) => CompletableFuture.failedFuture(failure)
      val isAtOnce = sent.isDone
      sent.whenComplete((_, failure) =>
        sending.over()
        if failure != null then failed(failure)
        // no deeper and deeper, when each is taken at once
        if !isAtOnce then sendAll()
      ): Unit
      next = if isAtOnce then take() else null

  private def take(): Sending | Null = synchronized:
    val next = waiting.pollFirst
    if next == null then busy = false
    next
end SendQueue

private[client] object SendQueue:
  private final class Sending(val start: () => CompletableFuture[?], val over: () => Unit)
