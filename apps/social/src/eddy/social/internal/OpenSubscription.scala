package eddy.social.internal

import eddy.push.Subscription
import eddy.state.Pure

import java.util.concurrent.atomic.AtomicReference

/** The subscription of a socket, which may close before the subscription is made. Any thread may call. */
@Pure
private[social] final class OpenSubscription:
  import OpenSubscription.*

  private val state = new AtomicReference[State](State.Pending)

  def set(made: Subscription): Unit =
    if !state.compareAndSet(State.Pending, State.Made(made)) then made.close()

  /** Closes it, now or when it is made. */
  def close(): Unit = state.getAndSet(State.Closed) match
    case State.Made(subscription) => subscription.close()
    case _ => ()
end OpenSubscription

private object OpenSubscription:
  private enum State:
    case Pending, Closed
    case Made(subscription: Subscription)
