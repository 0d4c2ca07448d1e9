package eddy.push.sns.internal

import eddy.push.{MediatorException, Published}

import java.nio.charset.StandardCharsets.UTF_8
import scala.concurrent.{Future, Promise}

/** A publication on its way to SNS.
  *
  * @param text as it is in its parcel
  * @param deadline by `System.nanoTime`
  */
private[sns] final class Sending(val text: String, val deadline: Long):
  /** How long it is in UTF-8. */
  val bytes: Int = text.getBytes(UTF_8).length

  private val promise = Promise[Published]()

  def future: Future[Published] = promise.future
  def acknowledged(): Unit = promise.trySuccess(Published(None)): Unit
  def failed(why: String, cause: Throwable | Null): Unit =
    promise.tryFailure(MediatorException(why, cause)): Unit

/** A parcel on its way to SNS.
  * @param number 0 for a beat
  */
private[sns] final case class Outgoing(
    id: String,
    number: Long,
    text: String,
    bytes: Int,
    sendings: Vector[Sending],
    givenUp: Vector[Long]
)
