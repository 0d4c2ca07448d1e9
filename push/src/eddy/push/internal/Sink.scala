package eddy.push.internal

import eddy.push.{ClientInfo, UnsubscribeCode}
import eddy.web.SendResult

import scala.annotation.unused

/** Where the publications of a subscription go: a WebSocket, an event stream, a Flow subscriber. One may
  * serve all subscriptions of a connection. Nothing here may block or throw. For one subscription the calls
  * come in order, never two at once; no lock is held meanwhile.
  */
private[push] trait Sink:
  /** Takes the publication, or has no room: then it calls `from.room()` at least once, as soon as there is
    * some again. A needless call does no harm; a forgotten one stops the subscription.
    * @return [[SendResult.Closed]] ends the subscription
    */
  def offer(encoded: Encoded, from: StreamPublisher): SendResult

  /** Takes all of them, or none: [[SendResult.Full]] also says that they must be offered one by one, and
    * promises nothing.
    */
  def offerAll(@unused batch: Batch, @unused from: StreamPublisher): SendResult = SendResult.Full

  /** As [[offer]], for somebody who has joined the channel, or left it. */
  def presence(who: ClientInfo, joined: Boolean, from: StreamPublisher): SendResult

  /** Whether its clients learn of another epoch with the publications that come in it, or have no use for
    * epochs. A client that does not has to subscribe again before them.
    */
  def tellsEpochs: Boolean = true

  /** Calls once what it took so far is with the operating system, on any thread; at once where it cannot
    * tell.
    */
  def whenWritten(done: Runnable): Unit = done.run()

  /** Its share of the subscription's buffer: the length of its encoded form. Any thread, also while another
    * call runs.
    */
  def sizeBytes(encoded: Encoded, from: StreamPublisher): Int

  /** A subscription keeps a publication or a [[Notice]] until there is room. Under the lock of the
    * subscription, so it must be short.
    */
  def keeps(@unused item: AnyRef): Unit = ()

  /** It keeps it no longer. */
  def lets(@unused item: AnyRef): Unit = ()

  /** The last call for this subscription, once, whichever side has ended it; it has left its channel. */
  def ended(from: StreamPublisher, ending: Ending): Unit
end Sink

/** Why there is nothing more of a subscription. */
private[push] enum Ending derives CanEqual:
  /** It took too slowly what its policy does not allow to drop: the whole connection is to end, with a code
    * that lets the client come back and recover.
    */
  case Slow

  /** By the channel, or because what the client has seen cannot be continued
    * ([[UnsubscribeCode.Insufficient]]).
    */
  case Unsubscribed(code: UnsubscribeCode)

  /** By the connection: [[StreamPublisher.close]], or [[SendResult.Closed]]. */
  case Closed

  /** A bug, which was reported. */
  case Failed
end Ending
