package eddy.web.internal

import eddy.web.RequestBody

import java.io.{IOException, InputStream}
import java.nio.ByteBuffer
import java.nio.file.Path
import java.util.concurrent.Flow
import scala.concurrent.Future

/** @param events runs the signals as events of the request */
private[eddy] final class NettyRequestBody(
    in: BodyIn,
    val length: Option[Long],
    events: Events
) extends RequestBody:
  @volatile private var endCallback: () => Unit = () => ()
  @volatile private var errorCallback: Throwable => Unit = _ => ()

  /** Received data that nobody has taken yet. */
  def bufferedBytes: Int = in.bufferedBytes

  def subscribe(subscriber: Flow.Subscriber[? >: ByteBuffer]): Unit =
    val reader = Events.admitted(java.util.Objects.requireNonNull(subscriber))
    BodyFlow.begin(in, reader, events.add(reader, _))

  def onEnd(callback: () => Unit): Unit = endCallback = Events.admitted(callback)
  def onError(callback: Throwable => Unit): Unit = errorCallback = Events.admitted(callback)
  def onData(callback: ByteBuffer => Unit): Unit =
    val reader = OneByOne(Events.admitted(callback), () => endCallback(), failure => errorCallback(failure))
    BodyFlow.begin(
      in,
      reader,
      event => events.run(Events.calling(List(callback, endCallback, errorCallback))(event))
    )

  def discard(): Future[Long] =
    val counted = BodySum(_ => ())
    BodyFlow.begin(in, counted.subscriber, events.own)
    counted.result

  def saveTo(file: Path): Future[Long] =
    try
      val saver = FileSaver(file)
      BodyFlow.begin(in, saver.subscriber, events.own)
      saver.result
    catch case failure: IOException => Future.failed(failure)

  def inputStream(): InputStream = BodyInputStream(in)
end NettyRequestBody
