package eddy.push.internal

import eddy.push.{PushError, PushException}

import java.util.ArrayDeque

/** FIFO queue of subscribe requests waiting for the channel to go live. Confined to the channel's actor. */
private[push] final class Askers(channel: String):
  private val waiting = new ArrayDeque[ChannelEvent.Subscribe](1)

  def size: Int = waiting.size
  def isEmpty: Boolean = waiting.isEmpty
  def add(asks: ChannelEvent.Subscribe): Unit = waiting.add(asks): Unit
  def take(): ChannelEvent.Subscribe = waiting.removeFirst().nn

  /** For all that wait now the history is looked into. */
  def lookedFor(): Unit = for _ <- 1 to size do add(take().copy(again = true))

  def refuse(cause: Throwable): Unit =
    while !isEmpty do take().answer.tryFailure(cause): Unit

  /** False when it does not ask. */
  def leave(subscriber: Subscriber): Boolean = waiting.removeIf: asks =>
    val is = asks.subscriber eq subscriber
    if is then
      val why = s"the subscriber has left channel $channel before it was in"
      asks.answer.tryFailure(PushException(PushError.NotAvailable, why)): Unit
    is
end Askers
