package eddy.testing

import java.util.concurrent.{Executors, ScheduledExecutorService, TimeUnit}
import scala.concurrent.duration.{DurationInt, FiniteDuration}
import scala.concurrent.{ExecutionContext, Future}
import scala.jdk.CollectionConverters.MapHasAsScala

/** Ends tests that exceed their limit. At the limit it prints the stacks of all threads and interrupts the
  * thread of the test. If the test ignores the interruption for the grace period, it ends the JVM, so that
  * one hanging test cannot hold up all others.
  */
private[testing] object Watchdog:
  private val GracePeriod = 1.minute

  private val timer: ScheduledExecutorService = Executors.newSingleThreadScheduledExecutor: task =>
    val thread = Thread(task, "test watchdog")
    thread.setDaemon(true)
    thread

  /** The result of the body, or a failure if the body was interrupted at the limit. */
  def watch(test: String, limit: TimeLimit, gracePeriod: FiniteDuration = GracePeriod)(
      body: => Future[Any]
  ): Future[Any] =
    val watched = start(s"'$test'", limit.duration, gracePeriod)
    try
      val result = body
      if !result.isCompleted then
        watched.awaits(result)
        result
      else if watched.end() then watched.failed(result.value.flatMap(_.failed.toOption).orNull)
      else result
    catch
      // also an InterruptedException, which Try and Future let pass
      case failure: Throwable => if watched.end() then watched.failed(failure) else throw failure

  /** Begins to watch the calling thread.
    *
    * @param what names the code that the thread runs, for the message
    * @param isBusy whether the thread still runs it, asked at the limit
    */
  def start(
      what: String,
      limit: FiniteDuration,
      gracePeriod: FiniteDuration = GracePeriod,
      isBusy: Thread => Boolean = _ => true
  ): Watched =
    val watched = Watched(Thread.currentThread, s"$what exceeds its limit of $limit", gracePeriod, isBusy)
    after(limit)(watched.interrupt())
    watched

  def after(delay: FiniteDuration)(action: => Unit): Unit =
    val _ = timer.schedule((() => action): Runnable, delay.toNanos, TimeUnit.NANOSECONDS)

  final class Watched private[Watchdog] (
      thread: Thread,
      message: String,
      gracePeriod: FiniteDuration,
      isBusy: Thread => Boolean
  ):
    // guarded by this, so that no later test of the same thread is interrupted
    private var running = true
    private var interrupted = false
    private var awaited = false

    /** The body has returned a future that is not completed: munit waits for it, and ends the test. */
    def awaits(result: Future[Any]): Unit = synchronized:
      awaited = true
      result.onComplete(_ => end(): Unit)(using ExecutionContext.parasitic)

    private[Watchdog] def interrupt(): Unit = synchronized:
      if running && awaited then System.err.println(stacks(message))
      else if running && isBusy(thread) then
        interrupted = true
        System.err.println(stacks(message))
        thread.interrupt()
        after(gracePeriod)(halt())

    private def halt(): Unit = synchronized:
      if running then
        System.err.println(stacks(s"$message and ignores its interruption: the JVM ends"))
        Runtime.getRuntime.halt(1)

    /** Whether the thread was interrupted. */
    def end(): Boolean = synchronized:
      running = false
      interrupted

    def failed(cause: Throwable | Null): Future[Nothing] = Future.failed(failure(cause))

    /** The failure after an interruption; clears the interruption of the calling thread. */
    def failure(cause: Throwable | Null = null): TimeLimitExceeded =
      val _ = Thread.interrupted()
      TimeLimitExceeded(s"$message; the stacks of all threads are in the output", cause)
  end Watched

  private def stacks(title: String): String =
    val each = Thread.getAllStackTraces.asScala.toSeq.sortBy((thread, _) => thread.getName).map:
      (thread, frames) =>
        frames.map(f => s"\n    at $f").mkString(s"${thread.getName} (${thread.getState})", "", "")
    each.mkString(s"$title\n", "\n", "")
end Watchdog

/** The failure of a test or a suite that exceeds its limit. No Error, since a Future would box it. */
final class TimeLimitExceeded(message: String, cause: Throwable | Null)
    extends RuntimeException(message, cause)
