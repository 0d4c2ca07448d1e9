package eddy.actor.internal.cell

import eddy.actor.internal.mailbox.Kept
import eddy.actor.internal.signal.{Envelope, LinkSet, Signal, Supervised}
import eddy.actor.internal.system.SystemCore
import eddy.actor.{Actor, ActorLocal, ActorRef, DeadLetter, Exit, ExitReason}
import eddy.runtime.TimerOwner
import eddy.runtime.spi.Mailbox

import java.lang.System.Logger.Level

/** The common part of every actor, whether its reactions are events or its body runs on a virtual thread: a
  * receiver with links, monitors, and an end.
  */
private[eddy] abstract class Cell[M](in: SystemCore) extends Receiver[M](in), Actor[M], Looked[M]:
  private[actor] def cell: Cell[M] = this

  /** Runs the body, soon. The creator calls it once. */
  private[actor] def begin(): this.type

  /** Before [[begin]]: each life that has come to wait for its first message calls `started`; ends and
    * failures go to `ended`, and the actor waits for a verdict.
    *
    * @param announces it says itself when it has started
    */
  private[actor] final def supervise(
      by: ActorRef[?],
      announces: Boolean,
      started: () => Unit,
      ended: ExitReason => Unit
  ): Unit =
    more.supervised = new Supervised(by, announces, started, ended, start)

  /** It is about to run. @throws IllegalStateException when its system or engine was shut down */
  protected final def noteStart(): Unit =
    system.started(this, isSupervised)
    countStart()

  /** The creator calls it instead of [[begin]]. */
  private[actor] final def endUnbegun(reason: ExitReason): Unit =
    if isAlive then
      system.endsUnbegun()
      countStart()
      end(reason, null)

  /** Owner only: its body runs, and has not come to a behavior. */
  private[actor] def isBeginning: Boolean

  /** Before [[begin]]: what the life begins with, if a restart needs it. */
  protected def start: Special | Null

  /** Handles a signal; the result says how the actor continues. */
  protected final def handle(signal: Signal): Outcome = signal match
    case over: Signal.TimeOver =>
      val here = extra
      val timed = if here == null then null else here.timed
      // one of an earlier behavior is late
      if here == null || timed == null || !(timed eq over.timed) then Outcome.GoOn
      else
        here.timer = null
        if timed.isOver(system.engine.nanoTime) then Outcome.TimeOut else Outcome.GoOn
    case add: Signal.AddMonitor =>
      // it may have been cancelled before it came, and so may what takes it back
      if add.monitor.isOpen then more.watches.add(add.monitor)
      Outcome.GoOn
    case gone: Signal.RemoveMonitor =>
      more.watches.remove(gone.monitor)
      Outcome.GoOn
    case link: Signal.Link =>
      more.links = more.links.entered(link.other, link)
      Outcome.GoOn
    case unlink: Signal.Unlink =>
      more.links = more.links.without(unlink.other, unlink.links)
      Outcome.GoOn
    // Look: a bounded mailbox has a message, and the caller looks there. GoOn: only the life that sent it
    // continues.
    case Signal.Look | _: Signal.GoOn => Outcome.GoOn
    case behind: Signal.Behind => throw AssertionError(s"${behind.event} was not put in its place")
    case Signal.Kill => if suspended then Outcome.GoOn else Outcome.End(ExitReason.Killed)
    case exit: Signal.Exit => onExit(exit)
    case Signal.Rest => if suspended then Outcome.GoOn else Outcome.End(ExitReason.Shutdown)
    case adopt: Signal.Adopt =>
      val before = more.supervised
      // dismissed meanwhile: then it ends
      if before != null then more.supervised = adopt.by(before.start)
      Outcome.GoOn
    case restart: Signal.Restart => if suspended then Outcome.Restart(restart.keepMailbox) else Outcome.GoOn
    case dismiss: Signal.Dismiss =>
      more.supervised = null
      Outcome.End(dismiss.reason)

  /** Handles what ends this life before the messages that came earlier, if anything does; and before it the
    * signals that came earlier.
    */
  protected final def overtake(here: Extra): Outcome =
    val ending = here.ending()
    if ending == null then Outcome.GoOn
    else
      here.takeSignals(ending):
        // it does not end this life, and for a message it is too late
        case exit: Signal.Exit =>
          here.links = here.links.without(exit.from, exit.links)
          remember(exit.heir)
        case signal => handle(signal): Unit
      handle(ending.event.asInstanceOf[Signal])

  /** Sets the receiver of the remaining messages when this life ends, however it ends. */
  private def remember(heir: ActorRef[Nothing] | Null): Unit =
    if heir != null && !suspended then more.heir = heir

  private def onExit(exit: Signal.Exit): Outcome =
    val before = more.links
    val left = before.without(exit.from, exit.links)
    more.links = left
    remember(exit.heir)
    val known = !exit.linked || (left ne before)
    val trap = more.trap
    // ignore exits of removed links, and any exit of a suspended life, which has ended already
    if !known || suspended then Outcome.GoOn
    else if trap != null then
      try Outcome.Message(trap(Exit(exit.from, exit.reason)).asInstanceOf[AnyRef])
      catch
        case cause: Throwable =>
          report(cause)
          Outcome.End(ExitReason.Failed(cause))
    else if exit.reason == ExitReason.Normal then Outcome.GoOn
    else Outcome.End(exit.reason)

  /** Owner only: what stands for the present life in messages for it alone; null when there can be no
    * other.
    */
  private[actor] final def presentLife: AnyRef | Null = if isSupervised then more.life else null

  /** The calling thread runs a reaction of it, or its body. */
  private def isActing: Boolean = system.engine.world.acting eq this

  /** `message` as a timer sends it later: for the present life alone, if that starts the timer. */
  private[actor] final def fromItself(message: M): M =
    if isActing then Envelope.of(presentLife, message) else message

  /** Of a timer for its messages, which the calling thread is about to start. */
  private[actor] final def timerOwner: TimerOwner = system.timers.owner(this, own = isActing)(isAlive)

  /** Owner only: `node` does not match `reaction`, and is kept for a later one. */
  protected final def skip(here: Extra, node: Mailbox.Node, reaction: AnyRef): Unit =
    here.skip(node, reaction)
    if here.keepsTooMany then
      system.log(
        Level.WARNING,
        s"$this keeps ${Kept.Suspicious} messages that its behaviour does not match: add a case for them, " +
          "or a last case that drops them"
      )

  /** Owner only: it was meant for a life that is over, and is lost. */
  protected final def isLate(envelope: Envelope): Boolean =
    val late = envelope.life != null && !(envelope.life eq more.life)
    if late then system.deadLetter(envelope, this, DeadLetter.Reason.Restarted)
    late

  private[actor] def isSupervised: Boolean =
    val here = extra
    here != null && here.supervised != null

  private[actor] def suspended: Boolean =
    val here = extra
    here != null && here.suspended

  /** The life has come to its first wait. */
  protected final def tellStarted(): Unit =
    val here = extra
    val supervised = if here == null || here.suspended then null else here.supervised
    if supervised != null && !supervised.announces then supervised.started()

  /** By a body that says itself when it has started. */
  private[actor] final def announceStarted(): Unit =
    val supervised = more.supervised
    if supervised != null then supervised.started()

  /** After a kill: brings it out of what it is blocked in, if it has a thread of its own. */
  private[actor] def interrupt(): Unit = ()

  /** Ends this life and notifies the supervisor, which decides whether another life begins. */
  protected final def suspend(here: Extra, supervised: Supervised, reason: ExitReason): Unit =
    cancelTimer(here)
    here.endLife()
    system.timers.endLife(this)
    here.pending = null
    here.goOn = null
    here.trap = null
    here.sender = null
    here.locals = Map.empty
    here.suspended = true
    here.begin(null)
    here.lastEnd = reason
    // first: the next life is not notified of terminations that the end of this one causes
    here.endWatches()
    here.dependents.valuesIterator.foreach(_.rest())
    breakLinks(here, reason)
    supervised.ended(reason)

  /** Begins the life after [[suspend]]. The mailbox keeps its messages, or they become dead letters. */
  protected final def resume(here: Extra, keepMailbox: Boolean, done: AnyRef | Null): Unit =
    here.suspended = false
    here.heir = null
    here.begin(null)
    if !keepMailbox then
      here.append(arranged(takeAll(done)))
      refillAll()
      here.dropMessages: node =>
        if takeInHand(node) then
          consumed(node)
          system.deadLetter(node.event, this, DeadLetter.Reason.Restarted)

  // --- what a bounded mailbox does; see BoundedMailbox -----------------------------------------------------

  /** Owner only: nothing will be handled any more. */
  protected final def loseAll(): Unit =
    val here = more
    here.append(arranged(takeAll(null)))
    refillAll()
    here.dropMessages: node =>
      if takeInHand(node) then
        consumed(node)
        system.deadLetter(node.event, this, DeadLetter.Reason.EngineEnded)
    // signals are left
    var signal = here.untried
    while signal != null do
      here.take(signal)
      signal = here.untried

  /** The taken messages, merged in order with messages that wait elsewhere and come before some of them. */
  protected def arranged(taken: Mailbox.Node | Null): Mailbox.Node | Null = taken

  /** Takes one more message from another source, such as a bounded mailbox; false without one. */
  protected def refill(): Boolean = false

  /** Takes all of them, whatever the state of the actor. */
  protected def refillAll(): Unit = ()

  /** A message is about to be tried. False when it was lost meanwhile, to make room. */
  protected def takeInHand(node: Mailbox.Node): Boolean = true

  /** A message was tried in vain. */
  protected def putBack(node: Mailbox.Node): Unit = ()

  /** A message is done with. */
  protected def consumed(node: Mailbox.Node): Unit = ()

  // ---------------------------------------------------------------------------------------------------------

  /** Runs what this life has asked for by `onEnd`, the last first. */
  protected final def runEndHooks(reason: ExitReason): Unit =
    val here = extra
    if here != null then
      here.runsEndHooks = true
      while here.endHooks.nonEmpty do
        val hook = here.endHooks.head
        here.endHooks = here.endHooks.tail
        try hook(reason)
        catch case cause: Throwable => system.engine.report(cause, s"what $this does at its end")
      here.runsEndHooks = false

  /** Tells the linked actors of an end, for good or until a restart. */
  private def breakLinks(here: Extra, reason: ExitReason): Unit =
    val links = here.links
    here.links = LinkSet.empty
    links.each((other, by) => other.signal(new Signal.Exit(this, reason, by)): Unit)

  protected final def report(cause: Throwable): Unit = system.engine.report(cause, s"$this, which has ended")

  /** Ends the actor: its messages become dead letters, monitors and linked actors are notified. */
  protected def end(reason: ExitReason, done: AnyRef | Null): Unit =
    val late = close(done)
    val here = extra
    extra = Cell.nameOf(here)
    system.ended(this, reason)
    countEnd()
    system.timers.end(this)
    if here != null || late != null then
      val all = if here == null then new Extra else here
      all.append(arranged(late))
      cancelTimer(all)
      val heir = heirOf(all)
      var left = all.first
      while left != null do
        left.event match
          case add: Signal.AddMonitor => if add.monitor.isOpen then all.watches.add(add.monitor)
          case gone: Signal.RemoveMonitor => all.watches.remove(gone.monitor)
          case link: Signal.Link => all.links = all.links.entered(link.other, link)
          case unlink: Signal.Unlink => all.links = all.links.without(unlink.other, unlink.links)
          case _: Signal => ()
          case message => if takeInHand(left) then leave(message, heir)
        left = left.following
      val dependents = all.dependents
      all.dependents = Map.empty
      dependents.valuesIterator.foreach(_.dismiss(ExitReason.Shutdown))
      breakLinks(all, reason)
      all.endWatches()
      all.eachMonitor: monitor =>
        try monitor.tell(reason)
        catch case cause: Throwable => system.engine.report(cause, s"a monitor of $this")
    end if
  end end

  /** The receiver of the remaining messages, also if the exit that names it is still in the mailbox. */
  private def heirOf(all: Extra): ActorRef[Nothing] | Null =
    var heir = all.heir
    var node = all.first
    while heir == null && node != null do
      node.event match
        case exit: Signal.Exit => heir = exit.heir
        case _ => ()
      node = node.following
    heir

  private def leave(message: AnyRef, heir: ActorRef[Nothing] | Null): Unit =
    if heir == null then system.deadLetter(message, this, DeadLetter.Reason.Ended)
    else
      try heir.asInstanceOf[ActorRef[AnyRef]] ! message
      catch
        case cause: Throwable =>
          system.engine.report(cause, s"what was left to $this")
          system.deadLetter(message, this, DeadLetter.Reason.Ended)

  protected final def cancelTimer(here: Extra): Unit =
    here.timed = null
    val running = here.timer
    if running != null then
      here.timer = null
      running.cancel(): Unit

  // --- what the running actor does to itself ---------------------------------------------------------------

  private[actor] final def link(other: ActorRef[?]): Unit =
    require(other ne this, s"$this cannot be linked to itself: link it to another actor")
    if more.links.to(other).isEmpty then
      val made = new Signal.Link(this)
      more.links = more.links.entered(other, made)
      if !other.signal(made) then signal(new Signal.Exit(other, ExitReason.NoActor, List(made))): Unit

  private[actor] final def unlink(other: ActorRef[?]): Unit =
    val present = more.links.to(other)
    if present.nonEmpty then
      more.links = more.links.without(other, present)
      other.signal(new Signal.Unlink(this, present)): Unit

  private[actor] final def local[A](key: ActorLocal[A]): Option[A] =
    val here = extra
    if here == null then None else here.locals.get(key).asInstanceOf[Option[A]]

  // a set of actors has an order: the world decides it
  override def hashCode: Int = system.engine.world.hash(this)

  override def toString: String =
    val here = extra
    val name = if here == null then null else here.name
    if name == null then s"actor ${system.engine.world.label(this)}" else s"actor \"$name\""
end Cell

private object Cell:
  /** The part of `here` that a terminated actor keeps: its name for reports, if it had one. */
  private def nameOf(here: Extra | Null): Extra | Null =
    val name = if here == null then null else here.name
    if name == null then null
    else
      val left = new Extra
      left.name = name
      left
