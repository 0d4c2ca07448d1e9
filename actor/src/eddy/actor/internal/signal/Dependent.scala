package eddy.actor.internal.signal

import eddy.actor.ExitReason

/** An actor whose lives end with those of another, such as a child of a supervisor. */
private[actor] trait Dependent:
  /** The other terminates: so does it, if it has not. */
  def dismiss(reason: ExitReason): Unit

  /** A life of the other is over: so is its own, and the next one may take it on. */
  def rest(): Unit
