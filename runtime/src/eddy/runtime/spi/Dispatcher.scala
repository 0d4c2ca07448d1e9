package eddy.runtime.spi

/** Distributes tasks to threads: the scheduler of an engine. Its other kind, which runs one task at a time
  * in an order that a seed decides, exists only in tests of actors; as long as that class is not loaded,
  * the compiler of the JVM sees a single implementation and binds calls directly to it, so that production
  * pays nothing for the choice.
  */
private[eddy] abstract class Dispatcher:
  def start(): Unit

  /** Ends the threads; those that still run a task are interrupted. */
  def stop(): Unit

  /** Behind what the calling task has queued before, or behind what others have. */
  def submit(task: Runnable): Unit

  /** Runs the task soon, though every worker may be blocked: for what ends a wait. */
  def submitApart(task: Runnable): Unit = submit(task)

  /** Runs `body`, and then hands over all that it has queued, if the thread is no worker: for a thread that
    * queues tasks while others would run them at the same pace, and fall asleep after each.
    */
  def together(body: => Unit): Unit = body

  /** True when the task, submitted by a thread that is no worker, still waited and does so no more. */
  def takeBack(task: Runnable): Boolean = false

  /** Right after the calling task, if there is one. */
  def submitNext(task: Runnable): Unit

  /** To the worker with that home number. */
  def submitHome(task: Runnable, home: Int): Unit

  /** Some worker has nothing to do; a moment old. */
  def hasIdle: Boolean = false

  /** The home with the least to do. */
  def shortestQueue(): Int

  /** Runs a task that waits for the others: on a thread of its own, which keeps the process alive. */
  def runOutside(threadName: String)(task: Runnable): Unit =
    val thread = new Thread(task, threadName)
    thread.setDaemon(false)
    thread.start()

  /** Waits until nothing is queued, nothing runs and `others` says so too; false when the time was over
    * before.
    */
  def awaitIdle(timeoutNanos: Long)(others: () => Boolean): Boolean

  /** Tasks in no worker's queue; a moment old. */
  def injectedCount: Int
end Dispatcher
