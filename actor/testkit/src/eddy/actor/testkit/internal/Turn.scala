package eddy.actor.testkit.internal

import eddy.actor.ActorView
import eddy.runtime.spi.TimerEntry
import eddy.runtime.{FailureReporter, SequentialUnit, Timer}

import scala.collection.mutable

/** Something that could run next: one step of a simulation. */
private[testkit] sealed abstract class Turn:
  /** The owner of the turn, to which the [[Order]] assigns a priority. */
  def owner: AnyRef

  /** Of the machine that it runs on. */
  def gate: Gate

  /** Before it runs: notes in the trace what it is about to do. */
  def begin(stage: Stage): Unit

  /** After it ran, or came to wait in place. */
  def end(stage: Stage): Unit

private[testkit] object Turn:
  /** An actor's next event, a unit's, a timer, or a task of its own. */
  final class Task(val task: Runnable, val gate: Gate, reporter: FailureReporter, numbers: Numbers)
      extends Turn:
    def owner: AnyRef = task
    private val actor = ActorView.of(task)
    private var tried: AnyRef | Null = null

    def begin(stage: Stage): Unit =
      val what = task match
        case _: SequentialUnit.Events => "an event"
        case _: Timer.Entry => "expires"
        case _ => actor.fold("")(firstStep)
      stage.trace.add(stage.stepCount, label, what)

    private def firstStep(of: ActorView): String =
      val starts = !of.hasStarted && !of.isSuspended
      val event = if starts then null else of.nextEvent
      tried = event
      if starts then "starts" else if event == null then "looks into its mailbox" else Trace.event(event)

    def label: String = gate.named(task match
      case unit: SequentialUnit.Events => s"unit ${numbers(unit)}"
      case timer: Timer.Entry => s"timer ${numbers(timer)}"
      case other => actor.fold(s"event ${numbers(other)}")(Trace.who))

    def end(stage: Stage): Unit = actor.foreach: of =>
      val event = tried
      if !of.isAlive then stage.trace.add(0, "", s"$label has ended")
      else if of.isSuspended then stage.trace.add(0, "", s"$label waits for its supervisor")
      else if event != null && of.keeps(event) then
        stage.trace.add(0, "", s"${Trace.event(event)}: kept for later")

    def failed(cause: Throwable): Unit = reporter.tell(cause, "an event")
  end Task

  /** Resumes a thread: an actor's own, or a driver that waited inside a turn. */
  final class Resume(val strand: Strand) extends Turn:
    def owner: AnyRef = strand.whose
    def gate: Gate = strand.gate
    private var before = List.empty[AnyRef]

    def begin(stage: Stage): Unit = ActorView.of(owner) match
      case Some(actor) =>
        if actor.hasThread then before = actor.waitingEvents
        stage.trace.add(stage.stepCount, who(actor), if actor.hasThread then "runs" else "continues")
      case None =>
        val runs = strand.runs
        stage.trace.add(stage.stepCount, if runs == null then "an event" else runs, "continues")

    def end(stage: Stage): Unit =
      val own = strand.owner
      val actor = if own == null || !(own eq owner) then None else ActorView.of(own)
      actor.filter(_.hasThread).foreach: actor =>
        if !actor.isAlive then stage.trace.add(0, "", s"${who(actor)} has ended")
        else
          val left = actor.waitingEvents.to(mutable.ListBuffer)
          before.foreach: event =>
            val at = left.indexWhere(_ eq event)
            if at >= 0 then left.remove(at): Unit
            else stage.trace.add(0, "", s"${who(actor)} took ${Trace.event(event)}")

    private def who(actor: ActorView) = gate.named(Trace.who(actor))
  end Resume
end Turn

/** A thread that can wait in place, and whether it does.
  *
  * @param owner the actor whose thread it is; none for a driver
  * @param gate of the machine that it runs on; a driver waits on that of the turn in which it waits
  */
private[testkit] final class Strand(val thread: Thread, val owner: AnyRef | Null, var gate: Gate):
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
