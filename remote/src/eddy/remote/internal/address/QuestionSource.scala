package eddy.remote.internal.address

import eddy.actor.DeadLetter

/** The end of a session that has sent a question. It receives reports of its loss, and passes them on to the
  * node that asked if it has only forwarded the question.
  */
private[remote] trait QuestionSource:
  /** @param answer the address for the answer */
  def lost(answer: RemoteActor, reason: DeadLetter.Reason): Unit
  def failed(answer: RemoteActor, cause: Throwable): Unit
