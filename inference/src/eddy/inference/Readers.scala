package eddy.inference

import eddy.inference.internal.Limits

import java.util.concurrent.TimeUnit.SECONDS
import java.util.concurrent.{ExecutionException, ExecutorService, Executors, FutureTask, TimeoutException}

/** Threads that analyse handlers, with a stack that no analysis exhausts: calls are followed to a fixed
  * depth, which takes less than a tenth of it.
  */
private[inference] object Readers:

  /** One for each processor: the JDK's common pool has one less, for the submitting thread, and a starting
    * server only waits. Shut it down once it has its work: it still does that.
    */
  def apply(): ExecutorService =
    Executors.newFixedThreadPool(Runtime.getRuntime.availableProcessors, thread(_))

  /** Waits for the result. None if it takes too long: the calling thread may be initialising a class that the
    * work waits for.
    */
  def withLargeStack[A](work: => A): Option[A] =
    val task = FutureTask(() => work)
    thread(task).start()
    try Some(task.get(Limits.StackSeconds, SECONDS))
    catch
      case _: TimeoutException => None
      case failure: ExecutionException => throw failure.getCause.nn

  private def thread(work: Runnable): Thread =
    val t = Thread(null, work, "eddy-reader", Limits.StackBytes)
    t.setDaemon(true)
    t
end Readers
