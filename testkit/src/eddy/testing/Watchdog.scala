package eddy.testing

import java.util.concurrent.{Executors, ScheduledExecutorService, TimeUnit}
import scala.concurrent.Future
import scala.jdk.CollectionConverters.MapHasAsScala

/** Ends tests that exceed their limit. At the limit it prints the stacks of all threads and interrupts the thread of the test;
  * a test that ignores the interruption for as long again ends the JVM, so that one hanging test cannot hold up all others.
  */
private[testing] object Watchdog:
  private val timer: ScheduledExecutorService = Executors.newSingleThreadScheduledExecutor: task =>
    val thread = Thread(task, "test watchdog")
    thread.setDaemon(true)
    thread

  /** The result of the body, or a failure when the body was interrupted at the limit. */
  def watch(test: String, limit: TimeLimit)(body: => Future[Any]): Future[Any] =
    val thread = Thread.currentThread
    val watched = Watched(thread, s"'$test' exceeds its limit of ${limit.duration}")
    val nanos = limit.duration.toNanos
    val first = timer.schedule((() => watched.interrupt()): Runnable, nanos, TimeUnit.NANOSECONDS)
    val last = timer.schedule((() => watched.halt()): Runnable, 2 * nanos, TimeUnit.NANOSECONDS)
    try
      val result = body
      if watched.end() then
        val _ = Thread.interrupted()
        val cause = result.value.flatMap(_.failed.toOption).orNull
        Future.failed(AssertionError(s"${watched.message}; the stacks of all threads are in the output", cause))
      else result
    finally
      val _ = first.cancel(false)
      val _ = last.cancel(false)

  private final class Watched(thread: Thread, val message: String):
    // guarded by this, so that no later test of the same thread is interrupted
    private var running = true
    private var interrupted = false

    def interrupt(): Unit = synchronized:
      if running then
        interrupted = true
        System.err.println(stacks(message))
        thread.interrupt()

    def halt(): Unit = synchronized:
      if running then
        System.err.println(stacks(s"$message and ignores its interruption: the JVM ends"))
        Runtime.getRuntime.halt(1)

    /** Whether the thread was interrupted. */
    def end(): Boolean = synchronized:
      running = false
      interrupted
  end Watched

  private def stacks(title: String): String =
    val each = Thread.getAllStackTraces.asScala.toSeq.sortBy((thread, _) => thread.getName).map: (thread, frames) =>
      frames.map(f => s"\n    at $f").mkString(s"${thread.getName} (${thread.getState})", "", "")
    each.mkString(s"$title\n", "\n", "")
end Watchdog
