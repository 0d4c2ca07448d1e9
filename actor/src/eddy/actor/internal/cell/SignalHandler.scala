package eddy.actor.internal.cell

import eddy.actor.internal.signal.Signal
import eddy.actor.{ActorRef, Exit, ExitReason}

/** What an actor of either kind does with a signal. Owner only. */
private[cell] object SignalHandler:
  /** Handles a signal; the result says how the actor continues. */
  def handle(cell: Cell[?], signal: Signal): Outcome = signal match
    case over: Signal.TimeOver =>
      val here = cell.cold
      val timed = if here == null then null else here.timed
      // one of an earlier behavior is late
      if here == null || timed == null || !(timed eq over.timed) then Outcome.GoOn
      else
        here.timer = null
        if timed.isOver(cell.system.engine.nanoTime) then Outcome.TimeOut else Outcome.GoOn
    case add: Signal.AddMonitor =>
      // it may have been cancelled before it came, and so may what takes it back
      if add.monitor.isOpen then cell.coldState.watches.add(add.monitor)
      Outcome.GoOn
    case gone: Signal.RemoveMonitor =>
      cell.coldState.watches.remove(gone.monitor)
      Outcome.GoOn
    case link: Signal.Link =>
      val here = cell.coldState
      here.links = here.links.entered(link.other, link)
      Outcome.GoOn
    case unlink: Signal.Unlink =>
      val here = cell.coldState
      here.links = here.links.without(unlink.other, unlink.links)
      Outcome.GoOn
    // Look: a bounded mailbox has a message, and the caller looks there. GoOn: only the life that sent it
    // continues.
    case Signal.Look | _: Signal.GoOn => Outcome.GoOn
    case behind: Signal.Behind => throw AssertionError(s"${behind.event} was not put in its place")
    case Signal.Kill => if cell.suspended then Outcome.GoOn else Outcome.End(ExitReason.Killed)
    case exit: Signal.Exit => onExit(cell, exit)
    case Signal.Suspend => if cell.suspended then Outcome.GoOn else Outcome.End(ExitReason.Shutdown)
    case adopt: Signal.Adopt =>
      val here = cell.coldState
      val before = here.supervised
      // dismissed meanwhile: then it ends
      if before != null then here.supervised = adopt.by(before.start)
      Outcome.GoOn
    case restart: Signal.Restart =>
      if cell.suspended then Outcome.Restart(restart.keepMailbox) else Outcome.GoOn
    case dismiss: Signal.Dismiss =>
      cell.coldState.supervised = null
      Outcome.End(dismiss.reason)

  /** Handles what ends this life before the messages that came earlier, if anything does; and before it the
    * signals that came earlier.
    */
  def overtake(cell: Cell[?], here: ColdState): Outcome =
    val ending = here.ending()
    if ending == null then Outcome.GoOn
    else
      here.saved.takeSignals(ending):
        // it does not end this life, and for a message it is too late
        case exit: Signal.Exit =>
          here.links = here.links.without(exit.from, exit.links)
          remember(here, exit.heir)
        case signal => handle(cell, signal): Unit
      handle(cell, ending.event.asInstanceOf[Signal])

  /** Sets the receiver of the remaining messages when this life ends, however it ends. */
  private def remember(here: ColdState, heir: ActorRef[Nothing] | Null): Unit =
    if heir != null && !here.suspended then here.heir = heir

  private def onExit(cell: Cell[?], exit: Signal.Exit): Outcome =
    val here = cell.coldState
    val before = here.links
    val left = before.without(exit.from, exit.links)
    here.links = left
    remember(here, exit.heir)
    val known = !exit.linked || (left ne before)
    val trap = here.trap
    // ignore exits of removed links, and any exit of a suspended life, which has terminated already
    if !known || here.suspended then Outcome.GoOn
    else if trap != null then
      try Outcome.Message(trap(Exit(exit.from, exit.reason)).asInstanceOf[AnyRef])
      catch
        case cause: Throwable =>
          cell.report(cause)
          Outcome.End(ExitReason.Failed(cause))
    else if exit.reason == ExitReason.Normal then Outcome.GoOn
    else Outcome.End(exit.reason)
end SignalHandler
