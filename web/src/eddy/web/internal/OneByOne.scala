package eddy.web.internal

import java.nio.ByteBuffer
import java.util.concurrent.Flow

/** Takes a body piece by piece: asks for the next one when the last has been dealt with. */
private[eddy] final class OneByOne(
    data: ByteBuffer => Unit,
    end: () => Unit,
    error: Throwable => Unit
) extends Flow.Subscriber[ByteBuffer]:
  private var subscription: Flow.Subscription | Null = null // set once, before any other signal

  def onSubscribe(subscription: Flow.Subscription): Unit =
    this.subscription = subscription
    subscription.request(1)

  def onNext(piece: ByteBuffer): Unit =
    data(piece)
    subscription.nn.request(1)

  def onComplete(): Unit = end()
  def onError(failure: Throwable): Unit = error(failure)

  /** Wants no more. */
  def cancel(): Unit = subscription.nn.cancel()
end OneByOne
