package eddy.actor.internal.cell

import eddy.actor.ExitReason

/** How an actor continues after a signal. */
private[actor] enum Outcome:
  case GoOn

  /** The time of the present behavior is over, and what came before has been tried. */
  case TimeOut
  case End(reason: ExitReason)
  case Restart(keepMailbox: Boolean)

  /** The signal became a message, to be tried like any other. */
  case Message(message: AnyRef)
