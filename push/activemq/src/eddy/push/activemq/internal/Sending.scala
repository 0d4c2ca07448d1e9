package eddy.push.activemq.internal

import eddy.push.internal.Outlet
import eddy.push.{MediatorException, Published}

import java.util.concurrent.atomic.{AtomicBoolean, AtomicInteger}
import scala.concurrent.{Future, Promise}

/** A publication on its way to the broker's acknowledgement. Any thread.
  *
  * @param body as [[eddy.push.internal.MessageCodec]] writes it
  * @param key by which the broker is to know it; such a one goes alone
  * @param deadline by `System.nanoTime`
  * @param held how many are on their way; this one is already counted
  */
private[activemq] final class Sending(
    val channel: String,
    val body: Array[Byte],
    val key: Option[String],
    val deadline: Long,
    held: AtomicInteger
) extends Outlet.Item[Sending]:
  private val over = new AtomicBoolean()
  private val promise = Promise[Published]()

  def sizeBytes: Int = body.length
  def goesWith(first: Sending): Boolean = true
  def goesAlone: Boolean = key.nonEmpty

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
