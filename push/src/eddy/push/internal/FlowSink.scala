package eddy.push.internal

import eddy.push.{ClientInfo, Publication, PushError, PushException, UnsubscribeCode}
import eddy.web.SendResult

import java.util.concurrent.Flow
import java.util.concurrent.atomic.AtomicLong

/** A Flow subscriber as sink: its demand is the room. Reactive Streams' rules are kept by
  * [[StreamPublisher]]'s calling in order and never twice at once.
  */
private[push] final class FlowSink(to: Flow.Subscriber[? >: Publication]) extends Sink, Flow.Subscription:
  // null after the last signal, or cancelling: nothing of the subscriber is kept (rule 3.13)
  @volatile private var subscriber: Flow.Subscriber[? >: Publication] | Null = to
  private val demand = AtomicLong()
  @volatile private var wrong: Throwable | Null = null
  // set before the subscriber has this
  @volatile private[internal] var stream: StreamPublisher | Null = null

  /** Why it ends, in place of the reason of its stream. */
  private[internal] def refuse(why: Throwable): Unit = if wrong == null then wrong = why

  // -------------------------------------------------------------------------------------------- for the
  // subscriber

  def request(n: Long): Unit =
    if n <= 0 then
      refuse(IllegalArgumentException(s"request($n): ask for at least one (Reactive Streams, rule 3.9)"))
      close()
    else
      val _ = demand.updateAndGet(known => if Long.MaxValue - known < n then Long.MaxValue else known + n)
      val own = stream
      if own != null then own.room()

  def cancel(): Unit =
    subscriber = null
    close()

  private def close(): Unit =
    val own = stream
    if own != null then own.close()

  // -------------------------------------------------------------------------------------------- for the
  // stream

  def offer(encoded: Encoded, from: StreamPublisher): SendResult =
    val to = subscriber
    if to == null then SendResult.Closed
    else if demand.get == 0 then SendResult.Full
    else
      if demand.get != Long.MaxValue then demand.decrementAndGet(): Unit
      to.onNext(encoded.publication)
      SendResult.Sent

  /** Joins and leaves are not for those who read publications. */
  def presence(who: ClientInfo, joined: Boolean, from: StreamPublisher): SendResult = SendResult.Sent

  def sizeBytes(encoded: Encoded, from: StreamPublisher): Int = encoded.publication.message.data.length

  def ended(from: StreamPublisher, ending: Ending): Unit =
    val to = subscriber
    subscriber = null
    if to != null then
      val why = wrong
      if why != null then to.onError(why)
      else
        ending match
          case Ending.Unsubscribed(UnsubscribeCode.Server) => to.onComplete()
          case Ending.Closed => to.onComplete()
          case other => to.onError(FlowSink.errorOf(other, from.channel))
end FlowSink

private[push] object FlowSink:
  private def errorOf(ending: Ending, channel: String): PushException = ending match
    case Ending.Unsubscribed(UnsubscribeCode.Expired) =>
      PushException(PushError.Expired, s"the subscription to $channel has expired")
    case Ending.Unsubscribed(_) =>
      PushException(
        PushError.UnrecoverablePosition,
        s"the next publication in $channel is no longer kept: subscribe again, or ask for more sooner"
      )
    case Ending.Slow =>
      PushException(PushError.LimitExceeded, s"too many publications of $channel wait: ask for more sooner")
    case _ => PushException(PushError.Internal, s"the subscription to $channel has failed")
