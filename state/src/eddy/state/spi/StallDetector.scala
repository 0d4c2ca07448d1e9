package eddy.state.spi

import eddy.state.StuckHandlerException
import eddy.state.internal.lock.{HandlerThread, LockHolder, ThreadWait}

import java.lang.Thread.State
import java.util.concurrent.atomic.AtomicBoolean
import scala.collection.mutable

/** Finds handlers that wait inside for something that cannot proceed before they have ended: a handler, or a
  * thread outside of handlers, that needs a lock of theirs, or a handler that they have set off themselves.
  * Looks while a handler or a thread waits, and reports each finding once.
  */
private[spi] final class StallDetector(runner: HandlerRunner):
  private val planned = new AtomicBoolean()
  // guarded by this
  private val reported = mutable.Set.empty[HandlerRun]
  private var seen = Set.empty[HandlerRun]

  /** Looks in a while. Any thread, often. */
  def look(): Unit =
    if !planned.get && planned.compareAndSet(false, true) then
      val _ = runner.engine.after(ThreadWait.Interval)(() => find())

  private def find(): Unit =
    planned.set(false)
    val parked = runner.parked
    val found = synchronized:
      var all = List.empty[StuckHandlerException]
      var busy = Set.empty[HandlerRun]
      HandlerThread.foreach: thread =>
        val run = HandlerRun.of(thread)
        if run != null && (run.unit.runner eq runner) then
          busy += run
          if seen(run) && !reported(run) && StallDetector.waits(thread.thread) then
            parked.find(StallDetector.isHeldBy(run, _)).map(StallDetector.described)
              .orElse(ThreadWait.behind(run, thread).map(_.described))
              .orElse(Option.when(run.setOff > 0)(StallDetector.setOff(run)))
              .foreach: others =>
                reported += run
                all ::= StallDetector.finding(run, others, thread.thread)
      seen = busy
      reported.filterInPlace(busy)
      if parked.nonEmpty || busy.exists(run => run.setOff > 0 && !reported(run)) then look()
      all
    found.foreach(runner.engine.report(_, "a handler that waits for another"))
  end find
end StallDetector

private[spi] object StallDetector:
  private def isHeldBy(run: HandlerRun, waiting: LockHolder): Boolean =
    val lock = waiting.waitsFor
    lock != null && run.holds(lock)

  private def waits(thread: Thread): Boolean = thread.getState match
    case State.WAITING | State.TIMED_WAITING | State.BLOCKED => true
    case _ => false

  private def described(parked: LockHolder) =
    s"handler $parked waits for ${parked.waitsFor}, which it holds"

  private def setOff(run: HandlerRun) =
    s"its submissions (${run.setOff} handlers) begin only when it has ended"

  private def finding(run: HandlerRun, others: String, thread: Thread): StuckHandlerException =
    val trace = thread.getStackTrace
    val at =
      trace.find(frame => !ThreadWait.isLibrary(frame.getClassName)).fold("an unknown place")(_.toString)
    val stuck = StuckHandlerException(
      s"handler $run waits at $at while $others: if it waits for that, neither ever ends. " +
        "Let the handler end, and do the rest in a handler of its own (nextTick, or Later for a Future)"
    )
    stuck.setStackTrace(trace)
    stuck
end StallDetector
