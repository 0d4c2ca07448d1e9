package eddy.web.client

import eddy.state.{Confined, Registers}
import eddy.web.internal.{BodyIn, Events, NettyRequestBody}

import java.io.InputStream
import java.nio.ByteBuffer
import java.nio.file.Path
import java.util.concurrent.Flow
import scala.concurrent.Future

/** The body of a streamed answer, to be read once, in one of the ways below. They are those of
  * [[eddy.web.RequestBody]]. The server is read on as the reader asks for more, and no faster. Reading ends
  * when the body does, or with a [[ClientException]], delivered once.
  */
@Confined
final class ResponseBody private[client] (in: BodyIn, length: Option[Long], events: Events)
    extends Flow.Publisher[ByteBuffer]:
  private val reading = NettyRequestBody(in, length, events)

  /** What Content-Length promises. */
  def promisedLength: Option[Long] = reading.length

  /** Reads as Reactive Streams. The pieces belong to the subscriber. */
  @Registers
  def subscribe(subscriber: Flow.Subscriber[? >: ByteBuffer]): Unit = reading.subscribe(subscriber)

  /** Reads piece by piece: the next one is asked for when the handler has returned. Set [[onEnd]] and
    * [[onError]] before.
    */
  @Registers
  def onData(handler: ByteBuffer => Unit): Unit = reading.onData(handler)

  /** What to do when the body has come whole. */
  @Registers
  def onEnd(handler: () => Unit): Unit = reading.onEnd(handler)

  /** What to do when it will not. */
  @Registers
  def onError(handler: Throwable => Unit): Unit = reading.onError(handler)

  /** Saves the body; the file appears whole, or not at all. The result is the number of bytes. */
  def saveTo(file: Path): Future[Long] = reading.saveTo(file)

  /** Reads to the end and drops all. */
  def discard(): Future[Long] = reading.discard()

  /** Reads in place. Reading blocks the caller until bytes arrive; other handlers run meanwhile. Closing it
    * ends the call.
    */
  def inputStream(): InputStream = reading.inputStream()
end ResponseBody
