package eddy.state.internal

import eddy.state.StuckCallback

import java.lang.Thread.State
import java.util.concurrent.atomic.AtomicBoolean
import scala.collection.mutable
import scala.concurrent.duration.DurationInt

/** Finds callbacks that wait inside for what cannot go on before they have ended: a callback or a thread outside of callbacks
  * that needs a lock of theirs, or a callback that they have set off themselves. Looks while somebody waits, and reports each
  * finding once.
  */
private[internal] final class Watch(runner: CallbackRunner):
  private val planned = new AtomicBoolean()
  // guarded by this
  private val reported = mutable.Set.empty[CallbackRun]
  private var seen = Set.empty[CallbackRun]

  /** There may be something to find. Any thread, often. */
  def look(): Unit =
    if !planned.get && planned.compareAndSet(false, true) then
      val _ = runner.engine.after(Watch.Interval)(() => find())

  private def find(): Unit =
    planned.set(false)
    val parked = runner.parked
    val found = synchronized:
      var all = List.empty[StuckCallback]
      var busy = Set.empty[CallbackRun]
      Seat.foreach: seat =>
        val run = seat.running
        if run != null && (run.unit.runner eq runner) then
          busy += run
          if seen(run) && !reported(run) && Watch.waits(seat.thread) then
            parked.find(p => holds(run, p.waitsFor)).map(Watch.described)
              .orElse(ThreadWait.behind(run, seat).map(_.described))
              .orElse(Option.when(run.setOff > 0)(Watch.setOff(run)))
              .foreach: others =>
                reported += run
                all ::= Watch.finding(run, others, seat.thread)
      seen = busy
      reported.filterInPlace(busy)
      if parked.nonEmpty || busy.exists(run => run.setOff > 0 && !reported(run)) then look()
      all
    found.foreach(runner.engine.report(_, "a callback that waits for another"))
  end find

  private def holds(run: CallbackRun, lock: Lock | Null): Boolean = lock != null && run.lockSet.holds(lock)
end Watch

private[internal] object Watch:
  /** A callback that waits inside at two looks in a row is reported, if others wait for it. */
  val Interval = 1.second

  private def waits(thread: Thread): Boolean = thread.getState match
    case State.WAITING | State.TIMED_WAITING | State.BLOCKED => true
    case _ => false

  /** A thread outside of callbacks waits, and does not know for which. */
  def lookEverywhere(): Unit = Seat.foreach: seat =>
    val run = seat.running
    // the timers of a simulation are for its own threads
    if run != null && !run.unit.runner.engine.world.interleaves then run.unit.runner.watch.look()

  private def described(parked: Acquisition) =
    s"callback $parked waits for ${parked.waitsFor}, which it holds"

  private def setOff(run: CallbackRun) =
    s"what it has set off (${run.setOff} callbacks) begins only when it has ended"

  private def finding(run: CallbackRun, others: String, thread: Thread): StuckCallback =
    val trace = thread.getStackTrace
    val at = trace.find(frame => !isLibrary(frame.getClassName)).fold("an unknown place")(_.toString)
    val stuck = StuckCallback(
      s"callback $run waits at $at while $others: if it waits for that, neither ever goes on. " +
        "Let the callback end, and do the rest in a callback of its own (nextTick, or Later for a Future)"
    )
    stuck.setStackTrace(trace)
    stuck

  private[internal] def isLibrary(name: String): Boolean =
    name.startsWith("java.") || name.startsWith("jdk.") || name.startsWith("scala.") || name.startsWith(
      "sun."
    )
end Watch
