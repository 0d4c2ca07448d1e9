package eddy.actor

import eddy.actor.internal.cell.{Cell, Inspection, ThreadCell}
import eddy.actor.internal.signal.{Envelope, Signal}

/** An actor as a simulation sees it: events run one at a time, and the actor does not run meanwhile. */
private[eddy] final class ActorView private (cell: Cell[?]):
  /** Its name, or its number. */
  def name: String = Inspection.shortName(cell)
  def hasThread: Boolean = cell.isInstanceOf[ThreadCell[?]]
  def isAlive: Boolean = cell.isAlive
  def hasStarted: Boolean = Inspection.hasStarted(cell)

  /** It waits for its supervisor's verdict. */
  def isSuspended: Boolean = cell.suspended

  /** The event that it will try next. */
  def nextEvent: AnyRef | Null = Inspection.nextEvent(cell)

  /** Whether the behavior has just tried `event` in vain. */
  def keeps(event: AnyRef): Boolean = Inspection.keeps(cell, event)

  /** All that it has not done with, those first that no behavior has matched. */
  def waitingEvents: List[AnyRef] = Inspection.waitingEvents(cell)

  /** The actors that it is linked to. */
  def links: Set[ActorRef[?]] =
    val here = cell.cold
    if here == null then Set.empty else here.links.others
end ActorView

private[eddy] object ActorView:
  def isActor(task: AnyRef): Boolean = task.isInstanceOf[Cell[?]]

  /** Of the actor that `task` is; None when it is another task of the engine. */
  def of(task: AnyRef): Option[ActorView] = task match
    case cell: Cell[?] => Some(new ActorView(cell))
    case _ => None

  /** An event of an actor, in words; `text` describes what is in it. */
  def describe(event: AnyRef)(text: Any => String): String = event match
    case signal: Signal =>
      signal match
        case _: Signal.TimeOver => "its time is over"
        case _: Signal.AddMonitor => "is watched"
        case _: Signal.RemoveMonitor => "is not watched any more"
        case link: Signal.Link => s"is linked to ${text(link.other)}"
        case unlink: Signal.Unlink => s"is not linked to ${text(unlink.other)} any more"
        case exit: Signal.Exit if exit.linked =>
          s"hears of the end of ${text(exit.from)}: ${text(exit.reason)}"
        case exit: Signal.Exit => s"is asked to end: ${text(exit.reason)}"
        case Signal.Kill => "is killed"
        case Signal.Look => "has mail"
        case behind: Signal.Behind => describe(behind.event)(text)
        case _: Signal.GoOn => "continues"
        case Signal.Suspend => "ends this life with that of its supervisor"
        case _: Signal.Adopt => "is taken on by the next life of its supervisor"
        case _: Signal.Restart => "is restarted by its supervisor"
        case _: Signal.Dismiss => "is dismissed by its supervisor"
    case envelope: Envelope =>
      val sender = envelope.sender
      if sender == null then text(envelope.message) else s"${text(envelope.message)}   from ${text(sender)}"
    case message => text(message)

  /** The sender of the message that `actor` handles; null without one. */
  def sender(using actor: Actor[?]): ActorRef[Nothing] | Null = actor.cell.coldState.sender

  /** Sends `message` as if `sender` had sent it. */
  def sendAs(sender: ActorRef[Nothing], to: ActorRef[Any], message: Any): Unit =
    to ! new Envelope(message.asInstanceOf[AnyRef], sender)
end ActorView
