package eddy.remote.session

import java.lang.System.Logger.Level
import java.util.concurrent.{RejectedExecutionException, ScheduledThreadPoolExecutor, TimeUnit}

/** A daemon thread for the events of one transport. */
private[eddy] final class JdkIoThread(name: String) extends IoThread:
  private val executor = ScheduledThreadPoolExecutor(
    1,
    task =>
      val thread = Thread(task, name)
      thread.setDaemon(true)
      thread
  )
  executor.setRemoveOnCancelPolicy(true)
  executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false)

  // after stop() nothing runs any more, and nothing has to
  def execute(task: Runnable): Unit =
    try executor.execute(reporting(task))
    catch case _: RejectedExecutionException => ()

  def after(delayNanos: Long)(task: Runnable): AutoCloseable =
    try
      val timer = executor.schedule(reporting(task), delayNanos, TimeUnit.NANOSECONDS)
      () => timer.cancel(false): Unit
    catch case _: RejectedExecutionException => () => ()

  def nanoTime: Long = System.nanoTime

  /** After the tasks that wait already, but for timers. */
  def stop(): Unit = executor.shutdown()

  // the executor would drop the failure
  private def reporting(task: Runnable): Runnable = () =>
    try task.run()
    catch
      case cause: Throwable =>
        JdkIoThread.logger.log(Level.ERROR, s"an event of $name failed", cause)
end JdkIoThread

private object JdkIoThread:
  private val logger = System.getLogger("eddy.remote").nn
