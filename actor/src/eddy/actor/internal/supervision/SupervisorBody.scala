package eddy.actor.internal.supervision

import eddy.actor.*
import eddy.actor.internal.supervision.ChildEntry.State
import eddy.actor.internal.supervision.SupervisorCommand as Command

import java.lang.System.Logger.Level
import scala.collection.mutable
import scala.util.{Failure, Success, Try}

/** The behavior of a supervisor: decides which children are restarted. Ends of children wait in its mailbox
  * while it is busy with one, by selective receive.
  *
  * @param maker whose end, whatever its reason, is the supervisor's
  */
private[actor] final class SupervisorBody private (supervision: Supervision, maker: ActorRef[?] | Null)(using
    actor: Actor[Command]
):
  import SupervisorBody.VeryMany

  // all of it belongs to this actor
  private val children = new Children
  private val restartTimes = mutable.Queue.empty[Long]

  private def begin(first: List[Child[?]]): Behavior[Command] =
    trapExit(Command.Trapped(_))
    val Intensity(restarts, interval) = supervision.intensity
    // very many are a way to say never
    if first.nonEmpty && restarts < VeryMany && !supervision.canGiveUp(first.size) then
      actor.cell.system.log(
        Level.WARNING,
        s"$self can never give up: its back-off, from ${supervision.backoff.firstDelay} to " +
          s"${supervision.backoff.maxDelay}, allows no more than $restarts restarts within $interval; " +
          "widen the intensity's interval or shorten the back-off"
      )
    forgetOthers(first)
    val (there, ended) = first.partition(child => child.ref.isAlive && !child.isDismissed)
    if ended.nonEmpty then
      actor.cell.system.log(
        Level.WARNING,
        s"$self does not start again ${ended.map(_.name).mkString(", ")}: ended for good in an earlier life of it"
      )
    val entries = there.map(children.enter)
    children.start(entries):
      actor.cell.announceStarted()
      watching
  end begin

  /** Children of an earlier life that this one does not take on end now. */
  private def forgetOthers(first: List[Child[?]]): Unit =
    val wanted = first.map(_.cell: ActorRef[?]).toSet
    val before = actor.cell.coldState.dependents
    before.foreach:
      case (cell, entry: ChildEntry) => if !wanted(cell) then children.dismiss(entry, ExitReason.Shutdown)
      case _ => ()

  private def watching: Behavior[Command] = react:
    case Command.Ended(entry, reason) => onEnd(entry, reason)
    case Command.Unstarted(entry, reason) => onEnd(entry, reason)
    case Command.RestartNow(these, order) => children.start(these.filter(_.order eq order))(watching)
    // of one that was given up on
    case Command.Started(_, _) | Command.Gone(_) => watching
    case Command.Add(child, to) =>
      Try(children.add(child)) match
        case Success(entry) =>
          children.start(List(entry)):
            to ! Success(())
            watching
        case Failure(refusal) =>
          to ! Failure(refusal)
          watching
    case Command.Remove(name, to) =>
      children.named(name) match
        case None =>
          to ! Success(false)
          watching
        case Some(entry) =>
          children.end(List(entry)):
            children.forget(entry)
            to ! Success(true)
            watching
    case Command.List(to) =>
      to ! Success(children.all.map(entry => ChildInfo(entry.child.name, entry.restarts)).toList)
      watching
    case Command.Stop => endAll(stop)
    // as in Erlang: a supervisor ends with its maker, even if that ends normally; other normal ends do not
    // end it
    case Command.Trapped(Exit(from, ExitReason.Normal)) if from ne maker => watching
    case Command.Trapped(Exit(_, reason)) => endAll(exit(reason))

  private def onEnd(entry: ChildEntry, reason: ExitReason): Behavior[Command] =
    val before = entry.state
    entry.hasEnded()
    if !children.has(entry) then watching
    else
      before match
        case State.Late => watching
        case State.RestartPending => children.start(List(entry))(watching)
        case State.Waiting | State.Running =>
          if !wantsRestart(entry.child.options.restart, reason) then
            children.dismiss(entry, reason)
            children.forget(entry)
            watching
          else if tooMany() then giveUp(entry, reason)
          else restart(entry, reason)

  private def giveUp(entry: ChildEntry, reason: ExitReason): Behavior[Command] =
    val Intensity(restarts, interval) = supervision.intensity
    val why =
      s"$self gives up: more than $restarts restarts within $interval, the last because \"${entry.child.name}\" ended: $reason"
    actor.cell.system.log(Level.ERROR, why)
    endAll(exit(ExitReason.Failed(GaveUpException(why))))

  private def restart(entry: ChildEntry, reason: ExitReason): Behavior[Command] =
    val again = supervision.strategy match
      case Strategy.OneForOne => Vector(entry)
      case Strategy.AllForOne => children.all
      case Strategy.RestForOne => children.all.dropWhile(_ ne entry)
    val now = actor.cell.system.engine.nanoTime
    if now - entry.startedAt > supervision.backoff.maxDelay.toNanos then entry.inARow = 0
    entry.inARow += 1
    val delay = supervision.backoff.delay(entry.inARow, actor.cell.system.engine.platform.random)
    actor.cell.system.log(
      Level.WARNING,
      s"$self restarts ${again.map(_.child.name).mkString(", ")} after ${delay.toMillis} ms: \"${entry.child.name}\" ended: $reason"
    )
    // a child that waits for another restart is restarted with these, in their order
    val order = new Object
    again.foreach(_.order = order)
    children.suspend(again.reverse.toList):
      again.filter(_.child.options.restart == Restart.Temporary).foreach: temporary =>
        children.dismiss(temporary, ExitReason.Shutdown)
        children.forget(temporary)
      if delay.toMillis <= 0 then children.start(again.toList)(watching)
      else
        val _ = sendAfter(self, delay, Command.RestartNow(again.toList, order))
        watching
  end restart

  /** Under another supervisor there may be a next life, which may want them. */
  private def endAll(next: => Behavior[Command]): Behavior[Command] =
    val all = children.all.reverse.toList
    if actor.cell.isSupervised then children.suspend(all)(next) else children.end(all)(next)

  private def wantsRestart(restart: Restart, reason: ExitReason): Boolean = restart match
    case Restart.Permanent => true
    case Restart.Temporary => false
    case Restart.Transient => reason != ExitReason.Normal && reason != ExitReason.Shutdown

  private def tooMany(): Boolean =
    val now = actor.cell.system.engine.nanoTime
    val interval = supervision.intensity.interval.toNanos
    // the oldest is the first: very many may be within
    while restartTimes.nonEmpty && now - restartTimes.head > interval do restartTimes.dequeue(): Unit
    restartTimes.enqueue(now)
    restartTimes.size > supervision.intensity.restarts
end SupervisorBody

private[actor] object SupervisorBody:
  private inline val VeryMany = 1000

  /** The behavior of a supervisor with these children, which were taken for it. */
  def apply(supervision: Supervision, children: => List[Child[?]], maker: ActorRef[?] | Null)(using
      Actor[Command]
  ): Behavior[Command] = new SupervisorBody(supervision, maker).begin(children)
