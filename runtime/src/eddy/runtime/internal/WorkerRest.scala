package eddy.runtime.internal

/** How the time is over in which a worker slept or waited in the reserve. */
private[internal] enum WorkerRest derives CanEqual:
  /** Another thread has called it: it counts as searching. */
  case Called

  /** Its thread must end: it was not needed for long, or the engine stops. */
  case Dismissed
