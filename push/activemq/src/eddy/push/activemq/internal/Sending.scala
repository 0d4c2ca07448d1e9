package eddy.push.activemq.internal

import eddy.push.internal.Outlet
import eddy.push.{MediatorException, Published}

import java.util.concurrent.atomic.{AtomicInteger, AtomicReference}
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
  import Sending.Stage

  private val stage = new AtomicReference(Stage.Waiting)
  private val promise = Promise[Published]()

  def sizeBytes: Int = body.length
  def goesWith(first: Sending): Boolean = true
  def goesAlone: Boolean = key.nonEmpty

  def future: Future[Published] = promise.future

  def isOver: Boolean = stage.get == Stage.Over

  /** Before it is given to the client library: from now on it may have gone out.
    * @return false when it is over: then it must not go
    */
  def go(): Boolean = stage.compareAndSet(Stage.Waiting, Stage.UnderWay)

  def acknowledged(): Unit = if end() != Stage.Over then promise.success(Published(None)): Unit

  /** The broker has said that it does not take it. */
  def refused(why: String, cause: Throwable): Unit =
    if end() != Stage.Over then promise.failure(MediatorException(why, cause)): Unit

  /** Says, too, whether it may have gone out. */
  def failed(why: String, cause: Throwable | Null): Unit = end() match
    case Stage.Waiting => promise.failure(MediatorException(s"not published: $why", cause)): Unit
    case Stage.UnderWay =>
      promise.failure(MediatorException(s"$why; the publication may or may not have gone out", cause)): Unit
    case Stage.Over => ()

  /** @return what it was */
  private def end(): Stage =
    val before = stage.getAndSet(Stage.Over).nn
    if before != Stage.Over then held.decrementAndGet(): Unit
    before
end Sending

private[activemq] object Sending:
  private enum Stage derives CanEqual:
    case Waiting, UnderWay, Over
