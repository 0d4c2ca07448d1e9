package eddy.actor.testkit.internal

import eddy.runtime.FailureReporter
import eddy.runtime.spi.Dispatcher

/** Hands tasks to the [[Stage]]: where they are queued makes no difference, the seed decides. */
private[testkit] final class SimulatedScheduler(
    stage: Stage,
    gate: Gate,
    reporter: FailureReporter,
    numbers: Numbers
) extends Dispatcher:
  def start(): Unit = ()
  def stop(): Unit = stage.time.stop(gate)
  def submit(task: Runnable): Unit = stage.add(new Turn.Task(task, gate, reporter, numbers))
  def submitNext(task: Runnable): Unit = submit(task)
  def submitHome(task: Runnable, home: Int): Unit = submit(task)
  def shortestQueue(): Int = 0
  // the test's thread drives the events that the task waits for
  override def runOutside(threadName: String)(task: Runnable): Unit =
    if stage.isActing then
      throw IllegalStateException(
        "the engine of a simulation cannot be shut down by one of its events: shut it down in the test"
      )
    task.run()
  def awaitIdle(timeoutNanos: Long)(others: () => Boolean): Boolean =
    stage.drive(stage.time.nanos + timeoutNanos)(() => stage.readyCount == 0)
    others()
  def injectedCount: Int = stage.readyCount
end SimulatedScheduler
