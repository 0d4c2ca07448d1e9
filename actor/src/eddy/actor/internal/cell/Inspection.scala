package eddy.actor.internal.cell

import eddy.actor.internal.bytecode.SourceLine
import eddy.actor.internal.mailbox.SaveQueue
import eddy.actor.internal.signal.Envelope
import eddy.actor.{ActorInfo, ActorRef}

import scala.concurrent.duration.{DurationLong, FiniteDuration}

/** The view that other threads have of an actor; it may be slightly out of date. */
private[actor] object Inspection:
  def info(cell: Cell[?], waitsFor: Option[ActorRef[?]]): ActorInfo =
    val here = cell.cold
    val state =
      if here != null && here.suspended then ActorInfo.State.Suspended
      else if cell.isIdle then ActorInfo.State.Idle
      else ActorInfo.State.Active
    val reaction = cell.reaction
    val saving = cell.view.savedCount(saved(cell))
    ActorInfo(
      cell,
      shortName(cell),
      state,
      math.max(0, cell.backlog(Int.MaxValue) - saving),
      saving,
      oldestAge(cell),
      if reaction == null || (reaction eq Directive.Underway) then "" else SourceLine.of(reaction),
      if here == null then Nil else here.links.others.toList.map(nameOf),
      if here == null then None else Option(here.supervised).map(s => nameOf(s.by)),
      waitsFor,
      cell.mailboxStats
    )
  end info

  /** Messages not done with, counted up to `atMost`. */
  def backlog(cell: Cell[?], atMost: Int): Int = cell.view.backlog(cell, saved(cell), atMost)

  private def saved(cell: Cell[?]): SaveQueue | Null =
    val here = cell.cold
    if here == null then null else here.saved

  /** How long ago the oldest message not yet processed was sent, if the system keeps the times. */
  private def oldestAge(cell: Cell[?]): Option[FiniteDuration] = cell.view.oldest(cell, saved(cell)) match
    case envelope: Envelope if envelope.sentNanos != 0 =>
      Some((cell.system.engine.nanoTime - envelope.sentNanos).nanos)
    case _ => None

  def shortName(cell: Cell[?]): String =
    val here = cell.cold
    val name = if here == null then null else here.name
    if name == null then cell.system.engine.platform.label(cell) else name

  private def nameOf(other: ActorRef[?]): String = other match
    case cell: Cell[?] => shortName(cell)
    case other => other.toString

  // --- while the actor does not run: for simulations -------------------------------------------------------

  def hasStarted(cell: Cell[?]): Boolean = cell.reaction != null

  /** The event that it will try next. */
  def nextEvent(cell: Cell[?]): AnyRef | Null =
    val here = cell.cold
    val node = if here == null then null else here.saved.untried
    if node != null then node.event else cell.oldestEvent

  /** Whether the behavior has just tried `event` in vain. */
  def keeps(cell: Cell[?], event: AnyRef): Boolean =
    val here = cell.cold
    val node = if here == null then null else here.saved.triedLast
    node != null && (node.event eq event)

  /** All that it has not done with, those first that no behavior has matched. */
  def waitingEvents(cell: Cell[?]): List[AnyRef] =
    val queue = saved(cell)
    val kept =
      Iterator.iterate(if queue == null then null else queue.first)(_.nn.following).takeWhile(_ != null)
    kept.map(_.nn).filterNot(cell.view.isLost).map(_.event).toList ::: cell.pending
end Inspection
