package eddy.actor

/** Why an actor ended. */
enum ExitReason:
  /** Its last behaviour was [[stop]]. */
  case Normal

  /** A reaction, or the body, threw `cause`; it has been reported to the engine. */
  case Failed(cause: Throwable)

  /** It had ended before anybody asked; the reason is not kept. */
  case NoActor
