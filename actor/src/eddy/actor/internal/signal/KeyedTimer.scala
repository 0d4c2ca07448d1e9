package eddy.actor.internal.signal

import eddy.runtime.Timer

/** A timer that an actor has started for itself, by a key. Owner only: another thread only carries it in the
  * envelopes of its messages, and each of them is late once the timer is closed.
  *
  * @param once it sends one message, and is over when that has matched
  */
private[actor] final class KeyedTimer(val key: Any, val once: Boolean):
  private var open = true
  private var timer: Timer | Null = null

  def isOpen: Boolean = open

  def started(by: Timer): Unit = timer = by

  /** Nothing that it has sent or will send is taken from now on. */
  def close(): Unit =
    open = false
    val running = timer
    if running != null then
      timer = null
      running.cancel(): Unit
end KeyedTimer
