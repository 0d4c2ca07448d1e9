package eddy.runtime.spi

/** A task that is notified when it will never run, because its engine has terminated. */
private[eddy] trait OnRejected:
  /** Called once, instead of `run`, on the thread that submitted the task or the thread that ends the engine
    * or a worker.
    */
  private[eddy] def refused(): Unit
