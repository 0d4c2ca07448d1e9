package eddy.inference

import eddy.state.{Checked, HandlerFixture, LockSet}
import eddy.testing.Waits

import java.util.concurrent.{ConcurrentLinkedQueue, CountDownLatch}
import scala.jdk.CollectionConverters.*
import scala.util.control.NonFatal

/** Runs handlers concurrently on four workers. */
final class ConcurrentRuns:
  private val eddy = new HandlerFixture()
  def stop(): Unit = eddy.stop()

  /** What the engine reported. */
  def reported: List[Throwable] = eddy.failures

  /** Calls `run` for each handler with the arguments `0 until times`, and waits for the end of all runs.
    *
    * @param isLocked
    *   whether each run has the locks that are inferred for it
    * @return
    *   what the runs threw
    */
  def run(name: String, handlers: List[AnyRef], times: Int, isLocked: Boolean = true)(
      run: (AnyRef, Int) => Unit
  ): List[Throwable] =
    val failures = ConcurrentLinkedQueue[Throwable]()
    val done = CountDownLatch(times * handlers.size)
    def locks(handler: AnyRef, id: Int): LockSet =
      if isLocked then Inference.lockSet(handler, Integer.valueOf(id)) else LockSet.empty
    for id <- 0 until times; handler <- handlers do
      eddy.runner.unit().submit(name, locks(handler, id)): () =>
        try run(handler, id)
        catch case NonFatal(failure) => failures.add(failure): Unit
        finally done.countDown()
    Waits.await(done)
    failures.asScala.toList
end ConcurrentRuns

object ConcurrentRuns:
  /** Runs the body with checked mode on or off. It is a switch of the whole process. */
  def checked[A](isOn: Boolean)(body: => A): A =
    val before = Checked.on
    Checked.on = isOn
    try body
    finally Checked.on = before
