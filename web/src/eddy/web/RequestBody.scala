package eddy.web

import eddy.state.{Confined, Registers}

import java.io.InputStream
import java.nio.ByteBuffer
import java.nio.file.Path
import java.util.concurrent.Flow
import scala.concurrent.Future

/** The body of a request as a stream, to be read once, in one of the ways below.
  *
  * The client is read on as the reader asks for more, and no faster. Signals and handlers are events of the
  * request's unit: in order, never two at once. Reading ends when the body does, or with an error, delivered
  * once:
  *   - [[HttpProblem]] 413 when the body is larger than the route allows, 408 when it comes too slowly, 400
  *     when its framing is broken, or its sender ends the connection's side in the middle. The server has
  *     then sent that answer, unless the handler had answered.
  *   - [[BodyException]] when the client has gone, or the request was answered: the response's end also ends
  *     the reading.
  *
  * A client that asks first (`Expect: 100-continue`) gets `100 Continue` when reading begins.
  */
@Confined
trait RequestBody extends Flow.Publisher[ByteBuffer]:

  /** What Content-Length promises; `None` for a chunked body. */
  def length: Option[Long]

  /** Reads as Reactive Streams. The pieces belong to the subscriber, up to 64 KiB each. A second reader gets
    * `IllegalStateException` in `onError`. An exception of the subscriber ends the reading and fails the
    * request.
    */
  @Registers
  def subscribe(subscriber: Flow.Subscriber[? >: ByteBuffer]): Unit

  /** Reads piece by piece: the next one is asked for when the handler has returned. Set [[onEnd]] and
    * [[onError]] before.
    */
  @Registers
  def onData(handler: ByteBuffer => Unit): Unit

  /** What to do when the body has come whole. */
  @Registers
  def onEnd(handler: () => Unit): Unit

  /** Sets the handler for a failed body. Without one, nothing is done: the client gets the answer, if it is
    * still connected.
    */
  @Registers
  def onError(handler: Throwable => Unit): Unit

  /** Saves the body. The file appears whole, replacing what was there, or not at all: until the end the bytes
    * go to a file beside it. The result is their number; it fails as above, or with the `IOException` of the
    * file.
    */
  def saveTo(file: Path): Future[Long]

  /** Reads to the end and drops all. The result is the number of bytes. */
  def discard(): Future[Long]

  /** Reads in place, for libraries that want a stream. Reading blocks the caller until bytes arrive; other
    * requests are served meanwhile. It throws [[BodyException]], or an `IOException` with the [[HttpProblem]]
    * as its cause. Closing it ends the reading.
    */
  def inputStream(): InputStream
end RequestBody
