package eddy.web.tapir.internal

import eddy.web.{EventStream, SendResult}

import java.nio.ByteBuffer
import java.util.concurrent.Flow
import scala.concurrent.duration.DurationInt

import sttp.model.sse.ServerSentEvent

/** Carries events through Tapir, which knows bodies of bytes only; sent as events, and never published as
  * bytes. A function, since the inference knows what a function captures.
  */
private[tapir] trait EventPublisher extends Flow.Publisher[ByteBuffer]:
  def events(): Flow.Publisher[ServerSentEvent]

  def subscribe(subscriber: Flow.Subscriber[? >: ByteBuffer]): Unit =
    subscriber.onSubscribe(InputStreamPublisher.nothing)
    subscriber.onError(UnsupportedOperationException("server-sent events are not read as bytes"))

private[tapir] object EventPublisher:
  def of(published: Flow.Publisher[ServerSentEvent]): EventPublisher = () => published

  /** Sends what is published, at the client's pace. */
  def send(events: Flow.Publisher[ServerSentEvent], out: EventStream, failed: Throwable => Unit): Unit =
    val sender = PacedSubscriber[ServerSentEvent](sending(out, _), () => out.end(), failed)
    out.onDrain(() => sender.drained())
    out.onClose(() => sender.gone())
    events.subscribe(sender)

  private def sending(out: EventStream, event: ServerSentEvent): SendResult =
    event.retry.foreach(millis => out.retry(millis.millis): Unit)
    event.data match
      case Some(data) => out.send(data, event.eventType.orNull, event.id.orNull)
      case None => SendResult.Sent
end EventPublisher
