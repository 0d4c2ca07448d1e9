package eddy.remote.internal.address

import eddy.actor.DeadLetter
import eddy.actor.spi.remote.RemoteAddress

/** An address to which a session sends messages. */
private[remote] trait SendTarget[M] extends RemoteAddress[M]:
  /** A message that was taken for sending is lost. */
  private[remote] final def drop(message: Any, reason: DeadLetter.Reason): Unit = lose(message, reason)
