package eddy.web.tapir.internal

import eddy.web.SendResult

import java.util.concurrent.Flow

/** Sends a publisher's elements, one at a time. An element without room waits for it, and only then the next
  * one is requested.
  *
  * @param send says whether it was taken
  */
private[tapir] final class PacedSubscriber[A](
    send: A => SendResult,
    end: () => Unit,
    failed: Throwable => Unit
) extends Flow.Subscriber[A]:
  // guarded by this
  private var subscription: Flow.Subscription | Null = null
  private var held: Option[A] = None
  private var completed = false
  private var over = false

  def onSubscribe(subscription: Flow.Subscription): Unit =
    val wanted = synchronized:
      val wanted = this.subscription == null && !over
      if wanted then this.subscription = subscription
      wanted
    if wanted then subscription.request(1) else subscription.cancel()

  def onNext(item: A): Unit =
    synchronized { held = Some(item) }
    drained()

  def onComplete(): Unit =
    val now = synchronized:
      completed = true
      val now = held.isEmpty && !over
      if now then over = true
      now
    if now then end()

  def onError(failure: Throwable): Unit =
    synchronized { over = true }
    failed(failure)

  /** Sends what is held, if there is room. */
  def drained(): Unit =
    val result = synchronized:
      // the call for new room is an event: it never comes while this is held
      val result = held.map(send)
      if !result.contains(SendResult.Full) then held = None
      result
    result match
      case Some(SendResult.Sent) => next()
      case Some(SendResult.Closed) => gone()
      case Some(SendResult.Full) | None => ()

  /** No receiver exists. */
  def gone(): Unit =
    val s = synchronized:
      val s = if over then null else subscription
      over = true
      held = None
      s
    if s != null then s.cancel()

  private def next(): Unit =
    val (s, ends) = synchronized:
      val ends = completed && !over
      if ends then over = true
      (if over then null else subscription, ends)
    if ends then end() else if s != null then s.request(1)
end PacedSubscriber
