package eddy.runtime

import java.util.concurrent.atomic.{AtomicInteger, AtomicLong}
import java.util.concurrent.{LinkedBlockingQueue, RejectedExecutionException, ThreadPoolExecutor, TimeUnit}
import scala.concurrent.{Future, Promise}
import scala.util.control.NonFatal

/** Threads of its own for one kind of work, with a maximum: the dedicated pools of Hessenberger's thesis
  * (chapter 4). Made by [[Engine.pool]].
  */
final class Pool private[runtime] (engine: Engine, val name: String, val maxThreads: Int, val maxQueued: Int):
  require(maxThreads >= 1, s"pool \"$name\": maxThreads = $maxThreads: must be at least 1")
  require(maxQueued >= 1, s"pool \"$name\": maxQueued = $maxQueued: must be at least 1")

  private val threadCount = new AtomicInteger()
  private val refusedCount = new AtomicLong()
  private val executor = new ThreadPoolExecutor(
    maxThreads,
    maxThreads,
    10L,
    TimeUnit.SECONDS,
    new LinkedBlockingQueue[Runnable](maxQueued),
    task =>
      val thread = new Thread(task, s"${engine.config.name}-$name-${threadCount.incrementAndGet()}")
      thread.setDaemon(true)
      thread
  )
  executor.allowCoreThreadTimeOut(true)

  /** Runs `task` on a thread of this pool. Any thread may call. A failure it throws is reported to the
    * engine.
    */
  def submit(task: Runnable): PoolResult =
    val guarded: Runnable = () =>
      try task.run()
      catch case failure: Throwable => engine.report(failure, s"a task of pool \"$name\"")
    try
      executor.execute(guarded)
      PoolResult.Accepted
    catch
      case _: RejectedExecutionException =>
        refusedCount.incrementAndGet(): Unit
        if executor.isShutdown then PoolResult.Stopped else PoolResult.Full

  /** Runs `body` on a thread of this pool. The future fails with a [[PoolFullException]] when the pool is
    * full, with a plain `RejectedExecutionException` when it was stopped with its engine.
    */
  def call[A](body: => A): Future[A] =
    val promise = Promise[A]()
    def run(): Unit =
      try promise.success(body): Unit
      catch
        // of an Error, too, the future must be notified: nothing else would end the wait for it
        case failure: Throwable =>
          promise.failure(failure): Unit
          if !NonFatal(failure) then throw failure
    submit(() => run()) match
      case PoolResult.Accepted => ()
      case PoolResult.Full =>
        promise.failure(PoolFullException(this)): Unit
      case PoolResult.Stopped =>
        promise.failure(RejectedExecutionException(s"pool \"$name\" was stopped with its engine")): Unit
    promise.future

  def stats: PoolStats =
    PoolStats(
      name,
      maxThreads,
      executor.getActiveCount,
      executor.getQueue.nn.size,
      executor.getCompletedTaskCount,
      refusedCount.get
    )

  private[runtime] def isIdle: Boolean = executor.getActiveCount == 0 && executor.getQueue.nn.isEmpty
  private[runtime] def stop(): Unit =
    val _ = executor.shutdownNow()
end Pool

/** The outcome of a submission to a [[Pool]]. */
enum PoolResult derives CanEqual:
  case Accepted

  /** All threads are busy and the queue is full; the task was not taken. Try again later, or refuse your own
    * caller.
    */
  case Full

  /** The engine was shut down. */
  case Stopped

/** A [[Pool]] took no more: nothing of the task was done, and it may be tried again later. */
final class PoolFullException private[runtime] (val pool: Pool)
    extends RejectedExecutionException(
      s"pool \"${pool.name}\" is full: ${pool.maxQueued} tasks wait for ${pool.maxThreads} threads; try again later"
    )

/** @param active threads at work
  * @param queued tasks waiting
  * @param completed tasks ended since the start
  * @param refused tasks not taken since the start
  */
final case class PoolStats(
    name: String,
    maxThreads: Int,
    active: Int,
    queued: Int,
    completed: Long,
    refused: Long
)
