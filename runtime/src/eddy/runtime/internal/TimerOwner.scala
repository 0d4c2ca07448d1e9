package eddy.runtime.internal

import eddy.runtime.Timer

/** Knows the timers that belong to it, to cancel them. */
private[eddy] trait TimerOwner:
  /** Before the timer runs. */
  private[eddy] def made(timer: Timer): Unit

  /** Once, when it will not run any more, unless its engine has ended. */
  private[eddy] def over(timer: Timer): Unit
