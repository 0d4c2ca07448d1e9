package eddy.push

import eddy.push.internal.ServerSubscriber

import scala.concurrent.Future

/** A subscription of server code to a channel: made by [[Channels.subscribe]]. Any thread. */
final class Subscription private[push] (val channel: String, subscriber: ServerSubscriber):
  /** Of the publication that was handled last; before the first one, where the channel was at the start. */
  def position: Position = subscriber.position

  /** Done when nothing comes any more, with the reason. */
  def ended: Future[UnsubscribeCode] = subscriber.over

  /** Ends it; a publication that is being handled is the last. */
  def close(): Unit = subscriber.close()
