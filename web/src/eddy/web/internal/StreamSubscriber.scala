package eddy.web.internal

import eddy.web.{BodyStream, SendResult}

import java.nio.ByteBuffer
import java.util.Objects.requireNonNull
import java.util.concurrent.Flow

/** Writes a publisher's pieces to a streamed response: asks for the next piece when the last one had room.
  *
  * @param broken called with the publisher's failure
  */
private[eddy] final class StreamSubscriber private (out: BodyStream, broken: Throwable => Unit)
    extends Flow.Subscriber[ByteBuffer]:
  // All guarded by this; `held` is what had no room yet.
  private var subscription: Flow.Subscription | Null = null
  private var held: ByteBuffer | Null = null
  private var completed = false
  private var over = false

  def onSubscribe(subscription: Flow.Subscription): Unit =
    requireNonNull(subscription): Unit
    val wanted = synchronized:
      val wanted = this.subscription == null && !over
      if wanted then this.subscription = subscription
      wanted
    if wanted then subscription.request(1) else subscription.cancel()

  def onNext(piece: ByteBuffer): Unit =
    requireNonNull(piece): Unit
    synchronized:
      held = piece
    attempt()

  def onComplete(): Unit =
    val all = synchronized:
      completed = true
      held == null
    if all then end()

  def onError(failure: Throwable): Unit =
    requireNonNull(failure): Unit
    synchronized:
      over = true
      held = null
    broken(failure)

  /** An event that asks the publisher, or cancels. */
  private def signal(body: => Unit): Events.Calls = new Events.Calls:
    def apply(): Unit = body
    def code: Seq[AnyRef] = synchronized(Option(subscription).toSeq)

  /** Writes what is held, if there is room. */
  private def attempt(): Unit =
    val (result, last) = synchronized:
      val piece = held
      if piece == null then (SendResult.Full, false)
      else
        val result = out.write(piece)
        if result != SendResult.Full then held = null
        (result, completed)
    result match
      case SendResult.Sent => if last then end() else ask()
      case SendResult.Full => () // the drain comes back here
      case SendResult.Closed => gone()

  private def ask(): Unit =
    val s = synchronized(subscription)
    if s != null then s.request(1)

  private def end(): Unit =
    synchronized:
      over = true
    out.end()

  /** The client has gone, or the stream was ended by others. */
  private def gone(): Unit =
    val s = synchronized:
      val cancels = !over && !completed
      over = true
      held = null
      if cancels then subscription else null
    if s != null then s.cancel()
end StreamSubscriber

private[eddy] object StreamSubscriber:
  def of(out: BodyStream, broken: Throwable => Unit): StreamSubscriber =
    val subscriber = new StreamSubscriber(out, broken)
    out.onDrain(subscriber.signal(subscriber.attempt()))
    out.onClose(subscriber.signal(subscriber.gone()))
    subscriber
