package eddy.actor.internal.mailbox

import eddy.actor.{DeadLetter, MailboxStats}
import eddy.runtime.spi.Mailbox

/** The view that other threads have of the messages of an actor; it may be slightly out of date. Beside the
  * [[MessageSource]], which the actor's own steps use.
  */
private[actor] trait MailboxView:
  /** Why a send may return `Dropped`. */
  def dropReason: DeadLetter.Reason

  /** None without a bound. */
  def stats: Option[MailboxStats]

  /** Messages not done with, counted up to `atMost`. */
  def backlog(box: Mailbox, saved: SaveQueue | Null, atMost: Int): Int

  /** Messages taken from the mailbox and not matched. */
  def savedCount(saved: SaveQueue | Null): Int

  /** The oldest event not done with; null without one. */
  def oldest(box: Mailbox, saved: SaveQueue | Null): AnyRef | Null

  /** Whether a message among those taken was lost since, to make room. */
  def isLost(node: Mailbox.Node): Boolean
end MailboxView

private[actor] object MailboxView:
  /** Of a mailbox without a bound. */
  object Unbounded extends MailboxView:
    def dropReason: DeadLetter.Reason = DeadLetter.Reason.Overflow
    def stats: Option[MailboxStats] = None

    def backlog(box: Mailbox, saved: SaveQueue | Null, atMost: Int): Int =
      val kept = if saved == null then 0 else saved.keptCount(atMost)
      kept + box.pendingCount(atMost - kept)

    def savedCount(saved: SaveQueue | Null): Int =
      if saved == null then 0 else saved.keptCount(Int.MaxValue)

    def oldest(box: Mailbox, saved: SaveQueue | Null): AnyRef | Null =
      val kept = if saved == null then null else saved.first
      if kept == null then box.oldestEvent else kept.event

    def isLost(node: Mailbox.Node): Boolean = false
  end Unbounded
end MailboxView
