package eddy.push.activemq.internal

import eddy.push.{MediatorException, Message, Published}

import java.util.concurrent.atomic.{AtomicBoolean, AtomicInteger}
import scala.concurrent.{Future, Promise}

/** A publication on its way to the broker's acknowledgement. Any thread.
  *
  * @param deadline by `System.nanoTime`
  * @param held how many are on their way; this one is already counted
  */
private[activemq] final class Sending(
    val channel: String,
    val message: Message,
    val deadline: Long,
    held: AtomicInteger
):
  private val over = new AtomicBoolean()
  private val promise = Promise[Published]()

  def future: Future[Published] = promise.future

  def isOver: Boolean = over.get

  def acknowledged(): Unit = if end() then promise.success(Published(None)): Unit

  def failed(why: String, cause: Throwable | Null): Unit =
    if end() then promise.failure(MediatorException(why, cause)): Unit

  private def end(): Boolean =
    val first = over.compareAndSet(false, true)
    if first then held.decrementAndGet(): Unit
    first
end Sending
