package eddy.push.internal

import eddy.push.{Overflow, Position, Publication, PushError, PushException, TagFilter, UnsubscribeCode}

import java.util.Objects.requireNonNull
import java.util.concurrent.Flow
import scala.concurrent.Future
import scala.util.control.NonFatal
import scala.util.{Failure, Success}

/** A channel for any number of Flow subscribers: each has a subscription of its own from when it subscribes,
  * or from a position. Publications that it does not request in time wait or are read from the log, by the
  * namespace's delivery and policy.
  *
  * `join` adds a subscription to the channel. It completes when the server ends the subscription, and fails
  * with a [[PushException]] when it cannot begin or continue.
  */
private[push] final class FlowStream(
    streams: Streams,
    channel: String,
    after: Option[Position] = None,
    filter: TagFilter | Null = null,
    overflow: Option[Overflow] = None
)(join: StreamPublisher => Future[Subscribed])
    extends Flow.Publisher[Publication]:
  def subscribe(subscriber: Flow.Subscriber[? >: Publication]): Unit =
    requireNonNull(subscriber): Unit
    val sink = FlowSink(subscriber)
    streams.hub.namespace(channel) match
      case Left(error) =>
        streams.hub.refused(error)
        refused(subscriber, sink, PushException(error, s"channel $channel"))
      case Right(known) =>
        val namespace = overflow.fold(known)(policy => known.copy(overflow = policy))
        val stream = streams.open(channel, namespace, sink, ChannelNames.isPattern(channel), filter)
        sink.stream = stream
        subscriber.onSubscribe(sink)
        if !stream.now.mode.isEnded then begin(sink, stream)

  // takes no subscriber along, which may cancel and be forgotten before the channel answers
  private def begin(sink: FlowSink, stream: StreamPublisher): Unit =
    try
      join(stream).onComplete {
        case Success(subscribed) if after.isDefined && !subscribed.recovered =>
          streams.hub.refused(PushError.UnrecoverablePosition)
          stream.ended(UnsubscribeCode.Insufficient)
        case Success(subscribed) => stream.start(subscribed, sendMissed = true)
        case Failure(failure) => giveUp(failure)
      }(using streams.engine.executionContext)
    catch case NonFatal(failure) => giveUp(failure)

    def giveUp(failure: Throwable): Unit =
      streams.hub.refused(PushError.of(failure))
      sink.refuse(failure)
      stream.close()

  private def refused(
      subscriber: Flow.Subscriber[? >: Publication],
      sink: FlowSink,
      why: Throwable
  ): Unit =
    subscriber.onSubscribe(sink)
    subscriber.onError(why)
end FlowStream
