package eddy.actor

import scala.concurrent.duration.FiniteDuration

/** How many messages an actor keeps for later, and what happens to one too many. */
sealed trait MailboxPolicy[-M]

object MailboxPolicy:
  /** As many as memory holds: the sender is never slowed and never refused. */
  case object Unbounded extends MailboxPolicy[Any]

  /** At most `capacity`: those that no behavior has matched yet count, and the one whose reaction runs. */
  final case class Bounded[-M](capacity: Int, overflow: Overflow[M]) extends MailboxPolicy[M]:
    require(capacity >= 1, s"capacity = $capacity: a mailbox must hold at least 1 message")
    overflow match
      case Overflow.SlowSender(timeout) =>
        require(
          timeout.toNanos > 0,
          s"SlowSender(timeout = $timeout): a sender can only wait for longer than nothing; use Refuse to refuse at once"
        )
      case _ => ()

/** What happens to a message that a full mailbox cannot hold. Each case is counted in [[MailboxStats]], and a
  * lost message is a dead letter.
  */
enum Overflow[-M]:
  /** It is refused: [[ActorRef.trySend]] says `Full`. */
  case Refuse extends Overflow[Any]

  /** Drops the oldest queued message for this one, whether behaviors have tried it in vain or not. A message
    * is not queued while it is tried or its reaction runs: if there is no other, this one is dropped.
    */
  case DropOldest extends Overflow[Any]

  /** Drops this message. */
  case DropNewest extends Overflow[Any]

  /** A message with the same key as one that waits takes its place, full or not: only the latest counts. It
    * comes last, and the other goes, when the actor has looked at that one already and kept it, or the system
    * has sent something behind it, such as the message of a monitor. One with a new key is refused when the
    * mailbox is full.
    *
    * The sender calls `key`, which should be quick. When it throws, the failure is reported with the actor's
    * name; the sender continues, and the message is dropped, as a dead letter with the reason
    * [[DeadLetter.Reason.Unkeyed]]. Keys are compared by `==`.
    */
  case KeepLatest[M](key: M => Any) extends Overflow[M]

  /** The sender waits for room, at most `timeout`, which must be longer than zero; then the message is
    * refused. Other actors continue in the meantime. It is refused at once where a thread other than the
    * sender's would wait ([[sendAfter]], [[sendEvery]], `sendTo`), where too many workers wait already, and
    * where an actor would wait for itself: for room in its own mailbox, or in that of an actor that waits for
    * it. That is reported to the engine with an [[AskCycleException]].
    */
  case SlowSender(timeout: FiniteDuration) extends Overflow[Any]
end Overflow

/** The outcome of a send; see [[ActorRef.trySend]]. */
enum Delivery derives CanEqual:
  /** The message is in the mailbox, or has replaced another. */
  case Accepted

  /** The mailbox is full and the message was not taken. */
  case Full

  /** It was dropped, as the mailbox's policy says. */
  case Dropped

  /** The actor has terminated. */
  case Terminated
end Delivery

/** Of a bounded mailbox, since its actor was made, over restarts too; or of all those of a system
  * ([[ActorStats]]).
  *
  * @param waiting messages there now, those included that are tried or handled
  * @param refused not taken because it was full
  * @param dropped lost to make room, or instead of being taken
  * @param replaced lost to a later one with the same key
  * @param slowed sends that had to wait for room
  */
final case class MailboxStats(waiting: Int, refused: Long, dropped: Long, replaced: Long, slowed: Long):
  /** For people: all but those that are zero. */
  private[actor] def overflow: String =
    val counts = List("refused" -> refused, "dropped" -> dropped, "replaced" -> replaced, "slowed" -> slowed)
    val some = counts.collect { case (name, n) if n > 0 => s"$name $n" }
    if some.isEmpty then "none" else some.mkString(", ")
