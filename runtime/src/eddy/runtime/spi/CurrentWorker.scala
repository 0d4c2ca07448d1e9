package eddy.runtime.spi

/** The part of a worker that its running source of tasks uses. Owner only. There is one implementation, so
  * that calls are bound directly.
  */
private[eddy] abstract class CurrentWorker:
  /** Its number; spares count on from the base workers. */
  def id: Int

  /** The present turn is long and others wait: give it back soon. */
  private[eddy] def mustYield: Boolean

  /** More than one event ran in this turn. */
  private[eddy] def countEvents(n: Int): Unit

private[eddy] object CurrentWorker:
  /** The worker that runs the caller, or null on any other thread. */
  def get: CurrentWorker | Null = Thread.currentThread match
    case thread: EngineThread => thread.worker
    case _ => null

  /** The number of the worker that runs the caller; 0 on any other thread. */
  def id: Int = Thread.currentThread match
    case thread: EngineThread => thread.worker.id
    case _ => 0
end CurrentWorker

/** The thread of a worker. */
private[eddy] abstract class EngineThread private[runtime] (name: String) extends Thread(name):
  private[eddy] def worker: CurrentWorker
