package eddy.web

import eddy.state.{Confined, Registers}
import eddy.web.internal.RetryLater

import scala.concurrent.duration.FiniteDuration

/** Server-sent events (WHATWG HTML, section 9.2). Any thread may call; the handlers are events of the
  * request's unit.
  *
  * Comments keep the connection open through proxies while nothing is sent. The server's stop ends the
  * stream; browsers then reconnect, and send the last id that they have seen ([[Request.lastEventId]]).
  */
@Confined
trait EventStream:

  /** Sends one event. `data` may hold several lines.
    * @param event the type that the page listens for, `message` when absent
    * @param id what the page says at reconnection that it has seen
    * @throws IllegalArgumentException for line breaks in `event` or `id`
    */
  def send(data: String, event: String | Null = null, id: String | Null = null): SendResult

  /** Sends an event that is in the format already; the array is not changed afterwards. */
  private[eddy] def sendEncoded(event: Array[Byte]): SendResult

  /** As [[WebSocket.kept]]. */
  private[eddy] def kept: KeptBytes

  /** Tells the browser how long to wait before it connects again. */
  def retry(delay: FiniteDuration): SendResult

  /** Ends the stream. Further calls do nothing. */
  def end(): Unit

  /** What to do when there is room again after a [[SendResult.Full]]. Set it before sending. */
  @Registers
  def onDrain(handler: () => Unit): Unit

  /** Called once when the stream is over: closed here, or the client has gone. */
  @Registers
  def onClose(handler: () => Unit): Unit

  /** Bytes accepted that are not yet with the operating system. */
  def bufferedBytes: Long
end EventStream

object EventStream:
  /** Whether the client is a browser's `EventSource`, or behaves like one: it names `text/event-stream` in
    * Accept.
    */
  private[eddy] def isAsked(request: Request): Boolean =
    RetryLater.isAsked(request.headers.collect {
      case (name, value) if name.equalsIgnoreCase("Accept") => value
    })
