package eddy.web.tapir.internal

import eddy.web.{Response, WebSocket}

import java.nio.ByteBuffer
import java.util.concurrent.Flow

import sttp.tapir.Codec

/** For the inference: what the server does with the result of an endpoint's logic in the same event. Later
  * events are handlers of their own.
  */
private[tapir] abstract class Sent:
  /** @param anything an object of any type: the response, the socket, a client's message */
  def apply(result: Any, anything: Any): Unit

private[tapir] object Sent:
  /** It becomes bytes. */
  object Plain extends Sent:
    def apply(result: Any, anything: Any): Unit = ()

  /** It is a publisher, to which the server subscribes. */
  final class Stream(of: Codec[Any, Any, ?]) extends Sent:
    def apply(result: Any, anything: Any): Unit = subscribed(of.encode(result), anything)

  /** It is a function, which makes the publisher of answers from that of messages. */
  final class Pipe(of: Codec[Any, Any, ?]) extends Sent:
    def apply(result: Any, anything: Any): Unit =
      val pipe = of.encode(result).asInstanceOf[Flow.Publisher[Any] => Any]
      subscribed(pipe(Messages(anything)), anything)

  private def subscribed(content: Any, anything: Any): Unit =
    val published = content match
      case events: EventPublisher => events.events()
      case other => other
    anything.asInstanceOf[Response].stream("", published.asInstanceOf[Flow.Publisher[ByteBuffer]])

  /** A client's messages, each an event of its own. */
  private final class Messages(anything: Any) extends Flow.Publisher[Any]:
    def subscribe(subscriber: Flow.Subscriber[? >: Any]): Unit =
      val socket = anything.asInstanceOf[WebSocket]
      subscriber.onSubscribe(InputStreamPublisher.nothing)
      socket.onText(_ => subscriber.onNext(anything))
      socket.onClose((_, _) => subscriber.onComplete())
end Sent
