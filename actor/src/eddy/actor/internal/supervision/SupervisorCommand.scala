package eddy.actor.internal.supervision

import eddy.actor.{ActorRef, Child, ChildInfo, Exit, ExitReason}

import scala.util.Try

/** The messages of a supervisor: from its users, from its children, and from itself. */
private[actor] enum SupervisorCommand:
  /** @param life of the child, from 0: a message of a killed life may arrive after the wait for its end */
  case Started(entry: ChildEntry, life: Int)

  /** Once for each life that has started. */
  case Ended(entry: ChildEntry, reason: ExitReason)

  /** The same for a life that has not started. A separate message, so that a wait for a start need not check
    * whose end it is.
    */
  case Unstarted(entry: ChildEntry, reason: ExitReason)

  /** The child has terminated. */
  case Gone(entry: ChildEntry)

  /** A back-off is over.
    *
    * @param order those entries that have had no other order since
    */
  case RestartNow(entries: scala.List[ChildEntry], order: AnyRef)
  case Add(child: Child[?], to: ActorRef[Try[Unit]])
  case Remove(name: String, to: ActorRef[Try[Boolean]])
  case List(to: ActorRef[Try[scala.List[ChildInfo]]])
  case Stop
  case Trapped(exit: Exit)
end SupervisorCommand
