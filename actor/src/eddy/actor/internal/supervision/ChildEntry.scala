package eddy.actor.internal.supervision

import eddy.actor.internal.signal.{Dependent, Signal}
import eddy.actor.{Child, ExitReason}

/** A child and how it stands. Belongs to one life of its supervisor.
  *
  * @param place in the order of that life
  */
private[actor] final class ChildEntry(val child: Child[?], val place: Long) extends Dependent:
  import ChildEntry.State

  var state: State = State.Waiting
  var restarts = 0

  /** Restarts without a long life between. */
  var inARow = 0

  /** Lives that have ended. */
  var lives = 0
  var startedAt = 0L

  /** The latest order to restart it. */
  var order: AnyRef | Null = null

  def hasEnded(): Unit =
    lives += 1
    state = State.Waiting

  /** Its supervisor has no say any more: it ends, if it has not. */
  def dismiss(reason: ExitReason): Unit =
    child.isDismissed = true
    if child.everStarted then child.cell.signal(new Signal.Dismiss(reason)): Unit
    else child.cell.endUnbegun(reason)

  /** This life of its supervisor is over: so is its own, and the next one may take it on. */
  def rest(): Unit =
    if child.everStarted && state != State.Waiting then child.cell.signal(Signal.Suspend): Unit
end ChildEntry

private[actor] object ChildEntry:
  enum State derives CanEqual:
    /** To be started, for the first time or again. */
    case Waiting
    case Running

    /** Killed because its time to end was over, and still in a reaction. The end is expected, and no failure.
      */
    case Late

    /** As [[Late]], and to be started as soon as it has terminated. */
    case RestartPending
end ChildEntry
