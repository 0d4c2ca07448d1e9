package eddy.runtime.spi

/** A task that hears of it when it will never run, since its engine has ended. */
private[eddy] trait OnRejected:
  /** Once, instead of `run`; on the thread that submitted the task, or the one that ends the engine or a
    * worker.
    */
  private[eddy] def refused(): Unit
