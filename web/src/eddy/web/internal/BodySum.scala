package eddy.web.internal

import java.nio.ByteBuffer
import java.util.concurrent.Flow
import scala.concurrent.{Future, Promise}
import scala.util.control.NonFatal

/** Reads a body to its end; the result is the number of its bytes, or the first failure.
  *
  * @param write deals with each piece
  * @param finish called once: with `null` when the body is whole, else with why not
  */
private[eddy] final class BodySum(write: ByteBuffer => Unit, finish: (Throwable | Null) => Unit = _ => ()):
  private val promise = Promise[Long]()
  private var bytes = 0L // of the request's events

  def result: Future[Long] = promise.future

  private val reading = OneByOne(piece, () => whole(), broken)

  def subscriber: Flow.Subscriber[ByteBuffer] = reading

  private def piece(piece: ByteBuffer): Unit =
    bytes += piece.remaining
    try write(piece)
    catch
      // it goes to the holder of the future, and not to the request, which may continue without the body
      case NonFatal(failure) =>
        reading.cancel()
        broken(failure)

  private def whole(): Unit =
    try
      finish(null)
      promise.trySuccess(bytes): Unit
    catch case NonFatal(failure) => promise.tryFailure(failure): Unit

  private def broken(failure: Throwable): Unit =
    try finish(failure)
    catch case NonFatal(second) => failure.addSuppressed(second)
    promise.tryFailure(failure): Unit
end BodySum
