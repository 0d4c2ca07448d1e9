package eddy.actor

import scala.concurrent.duration.FiniteDuration

/** How many messages an actor keeps for later, and what happens to one too many. */
sealed trait MailboxPolicy[-M]

object MailboxPolicy:
  /** As many as memory holds: the sender is never slowed and never refused. */
  case object Unbounded extends MailboxPolicy[Any]

  /** At most `capacity`, those counted that no behaviour has matched yet. */
  final case class Bounded[M](capacity: Int, overflow: Overflow[M]) extends MailboxPolicy[M]:
    require(capacity >= 1, s"capacity = $capacity: a mailbox must hold at least 1 message")

/** What happens to a message that a full mailbox cannot hold. Each case is counted in [[MailboxStats]], and what is lost
  * is a dead letter.
  */
enum Overflow[-M]:
  /** It is refused: [[ActorRef.trySend]] says `Full`. */
  case Refuse extends Overflow[Any]

  /** The oldest that no behaviour has tried goes, for this one. */
  case DropOldest extends Overflow[Any]

  /** This one goes. */
  case DropNewest extends Overflow[Any]

  /** A message with the same key as one that waits always takes its place, full or not: only the latest counts. One with
    * a new key is refused when the mailbox is full.
    */
  case KeepLatest[M](key: M => Any) extends Overflow[M]

  /** The sender waits for room, at most `within`, then it is refused. Other actors go on meanwhile. An actor must not be
    * slowed by its own mailbox.
    */
  case SlowSender(within: FiniteDuration) extends Overflow[Any]
end Overflow

/** What became of a message; see [[ActorRef.trySend]]. */
enum Delivery derives CanEqual:
  /** It is in the mailbox, or has taken the place of another. */
  case Accepted

  /** The mailbox is full and the message was not taken. */
  case Full

  /** It was dropped, as the mailbox's policy says. */
  case Dropped

  /** The actor has ended. */
  case Ended
end Delivery

/** Of a bounded mailbox, since its actor started.
  *
  * @param waiting messages there now
  * @param refused not taken because it was full
  * @param dropped lost to make room, or instead of being taken
  * @param replaced lost to a later one with the same key
  * @param slowed sends that had to wait for room
  */
final case class MailboxStats(waiting: Int, refused: Long, dropped: Long, replaced: Long, slowed: Long)
