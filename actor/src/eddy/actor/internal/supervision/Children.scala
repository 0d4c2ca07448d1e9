package eddy.actor.internal.supervision

import eddy.actor.*
import eddy.actor.Child.Taking
import eddy.actor.internal.cell.Cell
import eddy.actor.internal.signal.{Signal, Supervised}
import eddy.actor.internal.supervision.ChildEntry.State
import eddy.actor.internal.supervision.SupervisorCommand as Command

import java.lang.System.Logger.Level
import scala.annotation.tailrec
import scala.collection.mutable
import scala.concurrent.duration.{DurationInt, DurationLong, FiniteDuration}

/** The children of a supervisor, in order: starts and ends some of them one after another. Commands that it
  * does not wait for stay in the supervisor's mailbox in the meantime.
  */
private[actor] final class Children(using actor: Actor[Command]):
  import Children.*

  // by name, in the order in which they came
  private val entries = mutable.LinkedHashMap.empty[String, ChildEntry]
  private var entered = 0L

  def all: Vector[ChildEntry] = entries.valuesIterator.toVector
  def has(entry: ChildEntry): Boolean = named(entry.child.name).exists(_ eq entry)
  def named(name: String): Option[ChildEntry] = entries.get(name)
  def forget(entry: ChildEntry): Unit = if has(entry) then entries -= entry.child.name

  /** @throws IllegalArgumentException when the name is taken, or the child */
  def add(child: Child[?]): ChildEntry =
    if named(child.name).nonEmpty then
      throw IllegalArgumentException(
        s"a child named \"${child.name}\" exists already: remove it first, or use another name"
      )
    val _ = Children.taken(List(child), new Object)
    enter(child)

  /** One that was [[Children.taken]] for this supervisor. */
  def enter(child: Child[?]): ChildEntry =
    entered += 1
    val entry = new ChildEntry(child, entered)
    val supervisor = self
    // the child's own: it calls both
    var life = 0
    var hasStarted = false
    val started = () =>
      hasStarted = true
      supervisor ! Command.Started(entry, life)
    val ended = (reason: ExitReason) =>
      life += 1
      supervisor ! (if hasStarted then Command.Ended(entry, reason) else Command.Unstarted(entry, reason))
      hasStarted = false
    // by an earlier life of this supervisor: it waits for what comes from there
    if child.everStarted then
      child.cell.signal(
        new Signal.Adopt(start => new Supervised(supervisor, child.isSupervisor, started, ended, start))
      ): Unit
    else child.cell.supervise(supervisor, child.isSupervisor, started, ended)
    entries(child.name) = entry
    // a supervisor that ends in no orderly way takes its children along
    actor.cell.coldState.dependents += child.cell -> entry
    entry
  end enter

  /** Starts these, each when the one before waits for its first message, or has failed to; a supervisor, when
    * all its children do. Those that run already are left alone.
    */
  def start(these: List[ChildEntry])(next: => Behavior[Command]): Behavior[Command] = these match
    case Nil => next
    case entry :: rest =>
      entry.state match
        case _ if !has(entry) => start(rest)(next)
        case State.Running | State.RestartPending => start(rest)(next)
        case State.Late =>
          entry.state = State.RestartPending
          start(rest)(next)
        case State.Waiting =>
          begin(entry)
          val limit = entry.child.options.startTimeout
          awaitStart(entry, actor.cell.system.engine.nanoTime + limit.toNanos)(start(rest)(next))

  /** The patterns look at the message alone: when very many children fail at once, the ends that wait are
    * passed once, and not again at each start (see [[PatternPurity]]).
    */
  private def awaitStart(entry: ChildEntry, untilNanos: Long)(next: => Behavior[Command]): Behavior[Command] =
    val left = math.max(0, untilNanos - actor.cell.system.engine.nanoTime)
    reactInTime(entry.child, left.nanos):
      case Command.Started(other, life) =>
        // one that was given up on may be late to say it
        if (other eq entry) && life == entry.lives then next else awaitStart(entry, untilNanos)(next)
      case Command.Unstarted(other, reason) =>
        // the others first; then it is an end like any
        self ! Command.Ended(other, reason)
        if other eq entry then next else awaitStart(entry, untilNanos)(next)
      case TIMEOUT =>
        log(
          s"\"${entry.child.name}\" has not started within ${entry.child.options.startTimeout}; it is killed"
        )
        entry.child.cell.kill()
        entry.child.cell.interrupt()
        next
  end awaitStart

  private def begin(entry: ChildEntry): Unit =
    val cell = entry.child.cell
    entry.state = State.Running
    entry.startedAt = actor.cell.system.engine.nanoTime
    if entry.child.everStarted then
      entry.restarts += 1
      cell.signal(new Signal.Restart(entry.child.options.keepMailbox)): Unit
    else
      val _ = cell.begin()
      // not if it was refused
      entry.child.everStarted = true

  /** Ends these one after another, each within its time; then continues with `next`. They wait to be started
    * again.
    */
  def suspend(these: List[ChildEntry])(next: => Behavior[Command]): Behavior[Command] =
    // not one inside the other: there may be very many
    these.dropWhile(isAtRest) match
      case Nil => next
      case entry :: rest => endLife(entry)(suspend(rest)(next))

  /** As [[suspend]], but for good. */
  @tailrec
  def end(these: List[ChildEntry])(next: => Behavior[Command]): Behavior[Command] = these match
    case Nil => next
    case entry :: rest =>
      entry.state match
        case State.Running => endLife(entry)(goodbye(entry, rest)(next))
        case State.Waiting => goodbye(entry, rest)(next)
        case State.Late | State.RestartPending =>
          dismiss(entry, ExitReason.Shutdown)
          end(rest)(next)

  private def goodbye(entry: ChildEntry, rest: List[ChildEntry])(
      next: => Behavior[Command]
  ): Behavior[Command] =
    if entry.state != State.Waiting then end(entry :: rest)(next)
    else goodbye(restingUnder(entry) :+ entry)(end(rest)(next))

  /** Children of a supervisor that will have no next life, and their own: the last first. */
  private def restingUnder(entry: ChildEntry): List[ChildEntry] =
    val here = entry.child.cell.cold
    // it does not run: its fields may be read
    if here == null || !entry.child.isSupervisor then Nil
    else
      here.dependents.valuesIterator.collect {
        case below: ChildEntry if below.state == State.Waiting => below
      }.toList
        .sortBy(-_.place).flatMap(below => restingUnder(below) :+ below)

  private def goodbye(these: List[ChildEntry])(next: => Behavior[Command]): Behavior[Command] = these match
    case Nil => next
    case entry :: others =>
      val _ = monitor(entry.child.cell)(_ => Command.Gone(entry))
      dismiss(entry, ExitReason.Shutdown)
      reactWithin(KillTimeout):
        case Command.Gone(`entry`) | TIMEOUT => goodbye(others)(next)

  /** It does not run, or was given up on; it is not started without another request. */
  private def isAtRest(entry: ChildEntry): Boolean =
    if entry.state == State.RestartPending then entry.state = State.Late
    entry.state != State.Running

  /** Of one that runs. */
  private def endLife(entry: ChildEntry)(next: => Behavior[Command]): Behavior[Command] =
    val cell = entry.child.cell
    cell.exit(ExitReason.Shutdown)
    reactInTime(entry.child, entry.child.options.shutdownTimeout):
      case Command.Ended(`entry`, _) | Command.Unstarted(`entry`, _) =>
        entry.hasEnded()
        next
      case TIMEOUT =>
        cell.kill()
        cell.interrupt()
        reactWithin(KillTimeout):
          case Command.Ended(`entry`, _) | Command.Unstarted(`entry`, _) =>
            entry.hasEnded()
            next
          case TIMEOUT =>
            log(s"\"${entry.child.name}\" does not come out of a reaction; it ends when it does")
            entry.state = State.Late
            next
  end endLife

  /** Its supervisor has no say any more: it ends, if it has not. */
  def dismiss(entry: ChildEntry, reason: ExitReason): Unit =
    actor.cell.coldState.dependents -= entry.child.cell
    entry.dismiss(reason)

  /** A supervisor needs what its children need, each of which has its own limit. */
  private def reactInTime(child: Child[?], timeout: FiniteDuration)(
      reaction: PartialFunction[Command | TIMEOUT, Behavior[Command]]
  ): Behavior[Command] = if child.isSupervisor then react(reaction) else reactWithin(timeout)(reaction)

  private def log(text: String): Unit = actor.cell.system.log(Level.ERROR, text)
end Children

private[actor] object Children:
  /** A killed child that is not in a reaction ends sooner. */
  private val KillTimeout = 1.second

  /** @throws IllegalArgumentException when two have the same name, or one occurs twice */
  def checked(children: List[Child[?]]): List[Child[?]] =
    val known = mutable.HashMap.empty[String, Child[?]]
    for child <- children; before <- known.put(child.name, child) do
      throw IllegalArgumentException(
        if before eq child then s"the child \"${child.name}\" is given twice: make a child for each"
        else
          s"two children are named \"${child.name}\": a supervisor knows them by their names, so give each its own"
      )
    children

  /** Marks them as one supervisor's; all or none.
    *
    * @param by stands for the supervisor, in all its lives
    * @throws IllegalArgumentException when one is another's
    */
  def taken(children: List[Child[?]], by: AnyRef): List[Child[?]] =
    val takings = children.map(_.take(by))
    val refused = takings.indexOf(Taking.Refused)
    if refused >= 0 then
      giveBack(children.zip(takings).collect { case (child, Taking.New) => child })
      throw IllegalArgumentException(
        s"the child \"${children(refused).name}\" has, or had, a supervisor already: make a child for each"
      )
    children

  /** The body of `maker` is run again at a restart, and would give these to a second supervisor.
    *
    * @throws IllegalArgumentException when that is so
    */
  def checkRestart(children: List[Child[?]], maker: AnyRef | Null): Unit = maker match
    case cell: Cell[?] if cell.isSupervised && cell.isBeginning =>
      children.find(child => !(child.madeBy eq cell)).foreach: child =>
        throw IllegalArgumentException(
          s"the child \"${child.name}\" was made outside of $cell, whose next life could not start it again: make it " +
            "in that body"
        )
    case _ => ()

  def giveBack(children: List[Child[?]]): Unit = children.foreach(_.giveBack())
end Children
