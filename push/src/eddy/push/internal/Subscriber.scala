package eddy.push.internal

import eddy.push.{ClientInfo, Position, UnsubscribeCode}

import scala.annotation.unused

/** One subscription of one connection, as its channel sees it. The calls come in the channel's order, never
  * two at once, and must not block. They may begin before [[Hub.subscribe]] is done, and then follow what
  * that answers.
  */
private[push] trait Subscriber:
  /** One more publication; the subscriber buffers, sends or drops it, by its own policy. */
  def publication(encoded: Encoded): Unit

  /** Calls once what it was given so far is with the operating system, on any thread; or never, when that
    * will not be.
    * @return false when it cannot tell, as it is behind: then it will not call
    */
  def whenWritten(done: Runnable): Boolean =
    done.run()
    true

  /** Whether it needs only the first missed publications: it reads the rest from the history. */
  def readsOn: Boolean = false

  /** Whether who publishes may have to wait for it ([[eddy.push.Overflow.Slow]]). */
  def slows: Boolean = false

  /** The history continues in another epoch: the next publication is of that one, and follows `at`, the
    * position of this subscriber.
    */
  def goesOn(at: Position): Unit = ()

  /** Several at once, in order, which is the same as one by one. When false nothing has happened: they must
    * come one by one.
    */
  def publications(@unused batch: Batch): Boolean = false

  def joined(who: ClientInfo): Unit
  def left(who: ClientInfo): Unit

  /** The channel has ended this subscription. */
  def ended(code: UnsubscribeCode): Unit
end Subscriber
