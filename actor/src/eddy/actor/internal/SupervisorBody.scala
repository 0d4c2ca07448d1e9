package eddy.actor.internal

import eddy.actor.*

import java.lang.System.Logger.Level
import scala.concurrent.duration.DurationInt
import scala.util.{Failure, Success, Try}

/** What a supervisor does. Ends of children wait in its mailbox while it is busy with one, by selective receive. */
private[actor] final class SupervisorBody private (supervision: Supervision)(using
    actor: Actor[SupervisorBody.Command]
):
  import SupervisorBody.*

  // all of it belongs to this actor
  private var entries = Vector.empty[Entry]
  private var restartTimes = Vector.empty[Long]

  private def begin(children: List[Child[?]]): Behavior[Command] =
    trapExit(Command.Trapped(_))
    start(children.map(enter))(watching)

  private def watching: Behavior[Command] = react:
    case Command.Ended(entry, reason) => onEnd(entry, reason)
    case Command.RestartNow(these) => start(these)(watching)
    // of one that was given up on
    case Command.Started(_) | Command.Gone(_) => watching
    case Command.Add(child, to) =>
      Try(enter(child)) match
        case Success(entry) =>
          start(List(entry)):
            to ! Success(())
            watching
        case Failure(taken) =>
          to ! Failure(taken)
          watching
    case Command.Remove(name, to) =>
      entries.find(_.child.name == name) match
        case None =>
          to ! Success(false)
          watching
        case Some(entry) =>
          end(List(entry)):
            entries = entries.filter(_ ne entry)
            to ! Success(true)
            watching
    case Command.List(to) =>
      to ! Success(entries.map(entry => entry.child.name -> entry.restarts).toList)
      watching
    case Command.Stop(to) =>
      endAll:
        to ! Success(())
        stop
    case Command.Trapped(Exit(_, reason)) => endAll(exit(reason))

  private def enter(child: Child[?]): Entry =
    if entries.exists(_.child.name == child.name) then
      throw IllegalArgumentException(
        s"a child named \"${child.name}\" is there already: remove it first, or use another name"
      )
    val entry = new Entry(child)
    entries = entries :+ entry
    val supervisor = self
    child.cell.supervise(
      supervisor,
      () => supervisor ! Command.Started(entry),
      reason => supervisor ! Command.Ended(entry, reason)
    )
    // a supervisor that ends in no orderly way takes its children along
    actor.cell.more.dependents += child.cell
    entry

  /** Starts these one after another: each when the one before waits for its first message, or has failed to. */
  private def start(these: List[Entry])(next: => Behavior[Command]): Behavior[Command] = these match
    case Nil => next
    case entry :: rest if entry.running || !entries.exists(_ eq entry) => start(rest)(next)
    case entry :: rest =>
      entry.running = true
      val first = entry.startedAt == 0
      entry.startedAt = actor.cell.system.engine.nanoTime
      if first then entry.child.cell.begin(): Unit
      else
        entry.restarts += 1
        entry.child.cell.signal(new Signal.Restart(entry.child.options.keepMailbox)): Unit
      reactWithin(entry.child.options.startWithin):
        case Command.Started(`entry`) => start(rest)(next)
        case ended @ Command.Ended(`entry`, _) =>
          // the others first; then it is an end like any
          self ! ended
          start(rest)(next)
        case TIMEOUT =>
          actor.cell.system.log(
            Level.ERROR,
            s"\"${entry.child.name}\" has not started within ${entry.child.options.startWithin}; it is killed"
          )
          entry.child.cell.kill()
          start(rest)(next)

  private def onEnd(entry: Entry, reason: ExitReason): Behavior[Command] =
    entry.running = false
    if !entries.exists(_ eq entry) then watching
    else if !wantsRestart(entry.child.options.restart, reason) then
      dismiss(entry, reason)
      entries = entries.filter(_ ne entry)
      watching
    else if tooMany() then
      val Intensity(restarts, within) = supervision.intensity
      val why =
        s"$self gives up: more than $restarts restarts within $within, the last because \"${entry.child.name}\" ended: $reason"
      actor.cell.system.log(Level.ERROR, why)
      endAll(exit(ExitReason.Failed(GaveUpException(why))))
    else
      val at = entries.indexWhere(_ eq entry)
      val others = supervision.strategy match
        case Strategy.OneForOne => Vector.empty
        case Strategy.AllForOne => entries.filter(_ ne entry)
        case Strategy.RestForOne => entries.drop(at + 1)
      val again = supervision.strategy match
        case Strategy.AllForOne => entries
        case _ => entry +: others
      if actor.cell.system.engine.nanoTime - entry.startedAt > supervision.backoff.most.toNanos then
        entry.inARow = 0
      entry.inARow += 1
      val delay = supervision.backoff.delay(entry.inARow, actor.cell.system.engine.world.random)
      actor.cell.system.log(
        Level.WARNING,
        s"$self restarts ${again.map(_.child.name).mkString(", ")} after ${delay.toMillis} ms: \"${entry.child.name}\" ended: $reason"
      )
      end(others.reverse.toList, forGood = false):
        if delay.toMillis <= 0 then start(again.toList)(watching)
        else
          given ActorSystem = actor.cell.system
          val _ = sendAfter(self, delay, Command.RestartNow(again.toList))
          watching
    end if
  end onEnd

  private def endAll(next: => Behavior[Command]): Behavior[Command] = end(entries.reverse.toList)(next)

  /** Ends these one after another, each within its time; then goes on with `next`.
    *
    * @param forGood otherwise they wait to be restarted
    */
  private def end(
      these: List[Entry],
      forGood: Boolean = true
  )(next: => Behavior[Command]): Behavior[Command] =
    these match
      case Nil => next
      case entry :: rest if !entry.running =>
        def others = end(rest, forGood)(next)
        if !forGood then others
        else
          val _ = monitor(entry.child.cell)(_ => Command.Gone(entry))
          dismiss(entry, ExitReason.Shutdown)
          reactWithin(KillWithin):
            case Command.Gone(`entry`) => others
            // in a reaction that does not end, as was told
            case TIMEOUT => others
      case entry :: rest =>
        def ended: Behavior[Command] =
          entry.running = false
          end(entry :: rest, forGood)(next)
        entry.child.cell.exit(ExitReason.Shutdown)
        reactWithin(entry.child.options.shutdownWithin):
          case Command.Ended(`entry`, _) => ended
          case TIMEOUT =>
            entry.child.cell.kill()
            reactWithin(KillWithin):
              case Command.Ended(`entry`, _) => ended
              case TIMEOUT =>
                actor.cell.system.log(
                  Level.ERROR,
                  s"\"${entry.child.name}\" does not come out of a reaction; it ends when it does"
                )
                ended

  private def dismiss(entry: Entry, reason: ExitReason): Unit =
    actor.cell.more.dependents -= entry.child.cell
    entry.child.cell.signal(new Signal.Dismiss(reason)): Unit

  private def wantsRestart(restart: Restart, reason: ExitReason): Boolean = restart match
    case Restart.Permanent => true
    case Restart.Temporary => false
    case Restart.Transient => reason != ExitReason.Normal && reason != ExitReason.Shutdown

  private def tooMany(): Boolean =
    val now = actor.cell.system.engine.nanoTime
    restartTimes = restartTimes.filter(now - _ <= supervision.intensity.within.toNanos) :+ now
    restartTimes.size > supervision.intensity.restarts
end SupervisorBody

private[actor] object SupervisorBody:
  private val KillWithin = 1.second

  /** The behaviour of a supervisor with these children. */
  def apply(supervision: Supervision, children: List[Child[?]])(using Actor[Command]): Behavior[Command] =
    new SupervisorBody(supervision).begin(children)

  /** A child and how it stands. */
  final class Entry(val child: Child[?]):
    var running = false
    var restarts = 0
    var inARow = 0
    // 0: not started yet
    var startedAt = 0L

  enum Command:
    case Started(entry: Entry)
    case Ended(entry: Entry, reason: ExitReason)
    case Gone(entry: Entry)
    case RestartNow(entries: scala.List[Entry])
    case Add(child: Child[?], to: ActorRef[Try[Unit]])
    case Remove(name: String, to: ActorRef[Try[Boolean]])
    case List(to: ActorRef[Try[scala.List[(String, Int)]]])
    case Stop(to: ActorRef[Try[Unit]])
    case Trapped(exit: Exit)
end SupervisorBody
