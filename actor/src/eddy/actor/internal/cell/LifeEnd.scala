package eddy.actor.internal.cell

import eddy.actor.internal.signal.{Envelope, KeyedTimer, LinkSet, Signal, Supervised}
import eddy.actor.{ActorRef, DeadLetter, ExitReason}

/** How a life of an actor of either kind ends, for good or until a restart. Owner only. The order is fixed:
  * hooks of `onEnd`, then either
  *
  *   - [[suspend]]: timers, watches, dependents, links, the supervisor. [[resume]] begins the next life.
  *   - [[end]]: mailbox closed, counted, messages that are left, dependents, links, monitors.
  */
private[cell] object LifeEnd:
  /** Runs what this life has asked for by `onEnd`, the last first. */
  def runHooks(cell: Cell[?], reason: ExitReason): Unit =
    val here = cell.cold
    if here != null then
      here.runsEndHooks = true
      while here.endHooks.nonEmpty do
        val hook = here.endHooks.head
        here.endHooks = here.endHooks.tail
        try hook(reason)
        catch case cause: Throwable => cell.system.engine.report(cause, s"what $cell does at its end")
      here.runsEndHooks = false

  /** Ends this life and notifies the supervisor, which decides whether another life begins. */
  def suspend(cell: Cell[?], here: ColdState, supervised: Supervised, reason: ExitReason): Unit =
    here.cancelTimer()
    here.endLife()
    here.closeTimers()
    cell.system.timers.endLife(cell)
    here.pending = null
    here.goOn = null
    here.trap = null
    here.sender = null
    here.locals = Map.empty
    here.suspended = true
    here.saved.begin(null)
    here.lastEnd = reason
    // first: the next life is not notified of terminations that the end of this one causes
    here.endWatches()
    here.dependents.valuesIterator.foreach(_.rest())
    breakLinks(cell, here, reason)
    supervised.ended(reason)

  /** Begins the life after [[suspend]]. The mailbox keeps its messages, or they become dead letters. */
  def resume(cell: Cell[?], here: ColdState, keepMailbox: Boolean, done: AnyRef | Null): Unit =
    here.suspended = false
    here.heir = null
    here.saved.begin(null)
    if !keepMailbox then loseMessages(cell, here, DeadLetter.Reason.Restarted, done)

  /** Nothing will be handled any more: the engine was shut down. */
  def loseAll(cell: Cell[?]): Unit =
    val here = cell.coldState
    loseMessages(cell, here, DeadLetter.Reason.EngineShutDown, null)
    // signals are left
    var signal = here.saved.untried
    while signal != null do
      here.saved.take(signal)
      signal = here.saved.untried

  private def loseMessages(
      cell: Cell[?],
      here: ColdState,
      reason: DeadLetter.Reason,
      done: AnyRef | Null
  ): Unit =
    cell.fetch(done): Unit
    while cell.poll() do ()
    here.saved.dropMessages: node =>
      if cell.source.claim(node) then
        cell.source.tried(node, matched = true)
        if !isCancelled(node.event) then cell.system.deadLetter(node.event, cell, reason)

  /** A message whose timer was cancelled is dropped, and no dead letter. */
  private def isCancelled(message: AnyRef): Boolean = message match
    case envelope: Envelope =>
      envelope.life match
        case timer: KeyedTimer => !timer.isOpen
        case _ => false
    case _ => false

  /** Ends the actor: its messages become dead letters, monitors and linked actors are notified. */
  def end(cell: Cell[?], reason: ExitReason, done: AnyRef | Null): Unit =
    val unpolled = cell.source.close()
    if unpolled.nonEmpty then unpolled.foreach(cell.coldState.append(_))
    val late = cell.close(done)
    val here = cell.cold
    cell.cold = nameOf(here)
    cell.system.ended(cell, reason)
    cell.leaveCohort()
    cell.system.timers.end(cell)
    if here != null || late != null then
      val all = if here == null then new ColdState else here
      all.append(cell.source.merged(late))
      all.cancelTimer()
      all.closeTimers()
      leaveMessages(cell, all)
      val dependents = all.dependents
      all.dependents = Map.empty
      dependents.valuesIterator.foreach(_.dismiss(ExitReason.Shutdown))
      breakLinks(cell, all, reason)
      all.endWatches()
      all.eachMonitor: monitor =>
        try monitor.tell(reason)
        catch case cause: Throwable => cell.system.engine.report(cause, s"a monitor of $cell")
  end end

  /** Signals about links and monitors still count; messages go to the heir, or are dead letters. */
  private def leaveMessages(cell: Cell[?], all: ColdState): Unit =
    val heir = heirOf(all)
    var left = all.saved.first
    while left != null do
      left.event match
        case add: Signal.AddMonitor => if add.monitor.isOpen then all.watches.add(add.monitor)
        case gone: Signal.RemoveMonitor => all.watches.remove(gone.monitor)
        case link: Signal.Link => all.links = all.links.entered(link.other, link)
        case unlink: Signal.Unlink => all.links = all.links.without(unlink.other, unlink.links)
        case _: Signal => ()
        case message => if cell.source.claim(left) then leave(cell, message, heir)
      left = left.following

  /** The receiver of the remaining messages, also if the exit that names it is still in the mailbox. */
  private def heirOf(all: ColdState): ActorRef[Nothing] | Null =
    var heir = all.heir
    var node = all.saved.first
    while heir == null && node != null do
      node.event match
        case exit: Signal.Exit => heir = exit.heir
        case _ => ()
      node = node.following
    heir

  private def leave(cell: Cell[?], message: AnyRef, heir: ActorRef[Nothing] | Null): Unit =
    if isCancelled(message) then ()
    else if heir == null || isForItself(message) then
      cell.system.deadLetter(message, cell, DeadLetter.Reason.Terminated)
    else
      try heir.asInstanceOf[ActorRef[AnyRef]] ! message
      catch
        case cause: Throwable =>
          cell.system.engine.report(cause, s"the heir of the messages of $cell")
          cell.system.deadLetter(message, cell, DeadLetter.Reason.Terminated)

  /** A message for one life of the actor is for no other actor. */
  private def isForItself(message: AnyRef): Boolean = message match
    case envelope: Envelope => envelope.life != null
    case _ => false

  /** Tells the linked actors of an end, for good or until a restart. */
  private def breakLinks(cell: Cell[?], here: ColdState, reason: ExitReason): Unit =
    val links = here.links
    here.links = LinkSet.empty
    links.each: (other, by) =>
      // an address of another process writes the reason, with code of the program
      try other.signal(new Signal.Exit(cell, reason, by)): Unit
      catch case cause: Throwable => cell.system.engine.report(cause, s"a link of $cell")

  /** The part of `here` that a terminated actor keeps: its name for reports, if it had one. */
  private def nameOf(here: ColdState | Null): ColdState | Null =
    val name = if here == null then null else here.name
    if name == null then null
    else
      val left = new ColdState
      left.name = name
      left
end LifeEnd
