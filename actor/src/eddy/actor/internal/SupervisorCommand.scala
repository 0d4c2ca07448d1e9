package eddy.actor.internal

import eddy.actor.{ActorRef, Child, Exit, ExitReason}

import scala.util.Try

/** What a supervisor is told, by who has it, by its children, and by itself. */
private[actor] enum SupervisorCommand:
  /** @param life of the child, from 0: what a killed life said may come after its end was awaited */
  case Started(entry: ChildEntry, life: Int)

  /** Once for each life that has started. */
  case Ended(entry: ChildEntry, reason: ExitReason)

  /** The same, for a life that has not: another word, so that who waits for a start need not look whose end it is. */
  case Unstarted(entry: ChildEntry, reason: ExitReason)

  /** It has ended for good. */
  case Gone(entry: ChildEntry)

  /** A back-off is over.
    *
    * @param order those entries that have had no other order since
    */
  case RestartNow(entries: scala.List[ChildEntry], order: AnyRef)
  case Add(child: Child[?], to: ActorRef[Try[Unit]])
  case Remove(name: String, to: ActorRef[Try[Boolean]])
  case List(to: ActorRef[Try[scala.List[(String, Int)]]])
  case Stop
  case Trapped(exit: Exit)
end SupervisorCommand

/** A child and how it stands. Belongs to one life of its supervisor.
  *
  * @param place in the order of that life
  */
private[actor] final class ChildEntry(val child: Child[?], val place: Long):
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
    if child.everStarted && state != State.Waiting then child.cell.signal(Signal.Rest): Unit
end ChildEntry

private[actor] object ChildEntry:
  enum State derives CanEqual:
    /** To be started, for the first time or again. */
    case Waiting
    case Running

    /** Killed because its time to end was over, and still in a reaction. The end is expected, and no failure. */
    case Late

    /** As [[Late]], and to be started as soon as it has ended. */
    case LateAndWanted
end ChildEntry
