package eddy.runtime

/** Knows the timers that belong to it, to cancel them. */
private[eddy] trait TimerOwner:
  /** Before the timer runs. */
  private[eddy] def made(timer: Timer): Unit

  /** Once, when it will not run any more, unless the engine was shut down. */
  private[eddy] def over(timer: Timer): Unit
