package eddy.actor.testkit.internal

import eddy.actor.internal.cell.{Cell, ReactCell, ThreadCell}
import eddy.runtime.spi.TimerEntry
import eddy.runtime.{FailureReporter, SequentialUnit, Timer}

import scala.collection.mutable

/** Something that could run next: one step of a simulation. */
private[testkit] sealed abstract class Turn:
  /** The owner of the turn, to which the [[Order]] assigns a priority. */
  def owner: AnyRef

  /** Before it runs: notes in the trace what it is about to do. */
  def begin(stage: Stage): Unit

  /** After it ran, or came to wait in place. */
  def end(stage: Stage): Unit

private[testkit] object Turn:
  /** An actor's next event, a unit's, a timer, or a task of its own. */
  final class Task(val task: Runnable, reporter: FailureReporter, number: AnyRef => Int) extends Turn:
    def owner: AnyRef = task
    private var tried: AnyRef | Null = null

    def begin(stage: Stage): Unit = task match
      case cell: Cell[?] =>
        val starts = !cell.hasStarted && !cell.suspended
        val event = if starts then null else cell.nextEvent
        tried = event
        val what =
          if starts then "starts" else if event == null then "looks into its mailbox" else Trace.event(event)
        stage.trace.add(stage.stepCount, Trace.who(cell), what)
      case _: SequentialUnit => stage.trace.add(stage.stepCount, label, "an event")
      case _: Timer => stage.trace.add(stage.stepCount, label, "is due")
      case _ => stage.trace.add(stage.stepCount, label, "")

    def label: String = task match
      case cell: Cell[?] => Trace.who(cell)
      case unit: SequentialUnit => s"unit ${number(unit)}"
      case timer: Timer => s"timer ${number(timer)}"
      case other => s"event ${number(other)}"

    def end(stage: Stage): Unit = task match
      case cell: Cell[?] =>
        val event = tried
        if !cell.isAlive then stage.trace.add(0, "", s"${Trace.who(cell)} has ended")
        else if cell.suspended then stage.trace.add(0, "", s"${Trace.who(cell)} waits for its supervisor")
        else if event != null && cell.keeps(event) then
          stage.trace.add(0, "", s"${Trace.event(event)}: kept for later")
      case _ => ()

    def failed(cause: Throwable): Unit = reporter.tell(cause, "an event")
  end Task

  /** Resumes a thread: an actor's own, or a driver that waited inside a turn. */
  final class Resume(val strand: Strand) extends Turn:
    def owner: AnyRef = strand.whose
    private var before = List.empty[AnyRef]

    def begin(stage: Stage): Unit = owner match
      case cell: ThreadCell[?] =>
        before = cell.waitingEvents
        stage.trace.add(stage.stepCount, Trace.who(cell), "runs")
      case cell: ReactCell[?] => stage.trace.add(stage.stepCount, Trace.who(cell), "goes on")
      case _ =>
        val runs = strand.runs
        stage.trace.add(stage.stepCount, if runs == null then "an event" else runs, "continues")

    def end(stage: Stage): Unit = owner match
      case cell: ThreadCell[?] if strand.owner == cell =>
        if !cell.isAlive then stage.trace.add(0, "", s"${Trace.who(cell)} has ended")
        else
          val left = cell.waitingEvents.to(mutable.ListBuffer)
          before.foreach: event =>
            val at = left.indexWhere(_ eq event)
            if at >= 0 then left.remove(at): Unit
            else stage.trace.add(0, "", s"${Trace.who(cell)} took ${Trace.event(event)}")
      case _ => ()
  end Resume
end Turn

/** A thread that can wait in place, and whether it does.
  *
  * @param owner the actor whose thread it is; none for a driver
  */
private[testkit] final class Strand(val thread: Thread, val owner: AnyRef | Null):
  var permit = false
  var interrupted = false
  var waits = false

  /** A description of the task that a driver runs, for the trace. */
  var runs: String | Null = null

  /** In whose turn a driver waits. */
  var inTurnOf: AnyRef | Null = null
  private var clock: TimerEntry | Null = null

  def whose: AnyRef =
    val own = owner
    val other = inTurnOf
    if own != null then own else if other != null then other else thread

  def alarm(stage: Stage): TimerEntry =
    val set = new TimerEntry(0):
      private[eddy] def due(): Unit = stage.unpark(thread)
    clock = set
    set

  def cancelAlarm(stage: Stage): Unit =
    val set = clock
    clock = null
    if set != null then
      val _ = stage.time.cancel(set)
end Strand
