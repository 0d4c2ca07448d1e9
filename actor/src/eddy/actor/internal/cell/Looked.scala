package eddy.actor.internal.cell

import eddy.actor.internal.bytecode.SourceLine
import eddy.actor.internal.signal.Envelope
import eddy.actor.{ActorInfo, ActorRef}
import eddy.runtime.spi.Mailbox

import scala.concurrent.duration.{DurationLong, FiniteDuration}

/** The view that other threads have of an actor; it may be slightly out of date. */
private[eddy] trait Looked[M]:
  this: Cell[M] =>

  /** The reaction that the next message meets, if it is known. */
  protected def reaction: AnyRef | Null

  /** The oldest message not yet processed; it carries its time if the system keeps the times. */
  protected def oldest: AnyRef | Null =
    val here = extra
    val kept = if here == null then null else here.first
    if kept == null then oldestEvent else kept.event

  /** Messages taken from the mailbox and not matched. */
  protected def keptNow: Int =
    val here = extra
    if here == null then 0 else here.keptCount(Int.MaxValue)

  /** The message was taken from the mailbox, and is lost since, to make room. */
  protected def isLost(node: Mailbox.Node): Boolean = false

  private def age: Option[FiniteDuration] = oldest match
    case envelope: Envelope if envelope.sentNanos != 0 =>
      Some((system.engine.nanoTime - envelope.sentNanos).nanos)
    case _ => None

  private[actor] final def info(waitsFor: Option[ActorRef[?]]): ActorInfo =
    val here = extra
    val state =
      if here != null && here.suspended then ActorInfo.State.Suspended
      else if isIdle then ActorInfo.State.Idle
      else ActorInfo.State.Active
    val waiting = reaction
    val kept = keptNow
    ActorInfo(
      this,
      shortName,
      state,
      math.max(0, backlog(Int.MaxValue) - kept),
      kept,
      age,
      if waiting == null || (waiting eq Special.Underway) then "" else SourceLine.of(waiting),
      if here == null then Nil
      else
        here.links.others.toList.map(nameOf)
      ,
      if here == null then None else Option(here.supervised).map(s => nameOf(s.by)),
      waitsFor,
      mailboxStats
    )
  end info

  private def nameOf(other: ActorRef[?]): String = other match
    case cell: Cell[?] => cell.shortName
    case other => other.toString

  /** The event that it will try next. This and the methods below are called while the actor does not run. */
  private[actor] def nextEvent: AnyRef | Null =
    val here = extra
    val node = if here == null then null else here.untried
    if node != null then node.event else oldestEvent

  /** Whether the behavior has just tried `event` in vain. */
  private[actor] def keeps(event: AnyRef): Boolean =
    val here = extra
    val node = if here == null then null else here.triedLast
    node != null && (node.event eq event)

  /** All that it has not done with, those first that no behavior has matched. */
  private[actor] def waitingEvents: List[AnyRef] =
    val here = extra
    val kept =
      Iterator.iterate(if here == null then null else here.first)(_.nn.following).takeWhile(_ != null)
    kept.map(_.nn).filterNot(isLost).map(_.event).toList ::: pending

  private[actor] def hasStarted: Boolean = reaction != null

  private[actor] def shortName: String =
    val here = extra
    val name = if here == null then null else here.name
    if name == null then system.engine.world.label(this) else name
end Looked
