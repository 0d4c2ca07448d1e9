package eddy.push.internal

import eddy.push.{ClientInfo, HistoryPage, Position, Publication, UnsubscribeCode}

import scala.concurrent.Promise
import scala.util.Try

/** A message to an active channel. */
private[push] enum ChannelEvent:
  /** @param again the channel has looked into the history because of it */
  case Subscribe(
      subscriber: Subscriber,
      who: ClientInfo | Null,
      recover: Option[Position],
      joins: Boolean,
      answer: Promise[Subscribed],
      again: Boolean = false
  )
  case Unsubscribe(subscriber: Subscriber)

  /** From the mediator. */
  case Arrived(publications: IndexedSeq[Publication])
  case Gap

  // results of the channel's requests; `turn` marks those that it no longer waits for
  case Opened(turn: Int, result: Try[Unit])
  case Placed(turn: Int, result: Try[HistoryPage])
  case CaughtUp(turn: Int, result: Try[HistoryPage])
  case Retry(turn: Int)
  case Dropped(turn: Int)

  /** How far the history is. */
  case Looked(result: Try[HistoryPage])

  /** The pages read for reconnecting subscribers are a while old. */
  case Recovered

  /** It has had no subscriber for [[eddy.push.ChannelsConfig.idleTimeout]]. */
  case Idle(number: Int)

  case Joined(who: ClientInfo)
  case Left(who: ClientInfo)

  /** Done when everything before has been handed over. */
  case Barrier(done: Promise[Unit])
  case End(code: UnsubscribeCode, done: Promise[Unit])
end ChannelEvent
