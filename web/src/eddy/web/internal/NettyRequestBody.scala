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
    events: (() => Unit) => Unit
) extends RequestBody:
  @volatile private var endCallback: () => Unit = () => ()
  @volatile private var errorCallback: Throwable => Unit = _ => ()

  /** What has come and nobody has taken yet. */
  def bufferedBytes: Int = in.bufferedBytes

  def subscribe(subscriber: Flow.Subscriber[? >: ByteBuffer]): Unit =
    BodyFlow.begin(in, java.util.Objects.requireNonNull(subscriber), events)

  def onEnd(callback: () => Unit): Unit = endCallback = callback
  def onError(callback: Throwable => Unit): Unit = errorCallback = callback
  def onData(callback: ByteBuffer => Unit): Unit =
    subscribe(OneByOne(callback, () => endCallback(), failure => errorCallback(failure)))

  def discard(): Future[Long] =
    val counted = BodySum(_ => ())
    subscribe(counted.subscriber)
    counted.result

  def saveTo(file: Path): Future[Long] =
    try
      val saver = FileSaver(file)
      subscribe(saver.subscriber)
      saver.result
    catch case failure: IOException => Future.failed(failure)

  def inputStream(): InputStream = BodyInputStream(in)
end NettyRequestBody
