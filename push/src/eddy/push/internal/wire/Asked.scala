package eddy.push.internal.wire

import eddy.push.{DisconnectCode, PushError, PushException, Verdict}

import scala.util.{Failure, Success, Try}

/** A command under way, whose answer has its place among the others. Owned by the connection's actor. */
private[push] final class Asked(session: Session, val id: Long, method: String):
  private val slot = session.replies.open()

  def answer(text: Array[Byte], afterwards: () => Unit = () => ()): Unit = slot.answer(text, afterwards)

  /** An answer without content. */
  def done(): Unit = answer(Replies.done(id, method))

  /** @param again whether the client's library is to try again automatically, as with all that is temporary
    * anyway
    */
  def refuse(error: PushError, again: Boolean = false): Unit =
    session.core.refused(method, error)
    answer(Replies.error(id, error, error.temporary || again))

  /** Continues with an allowed answer; otherwise sends the refusal. */
  def allowed[A](verdict: Try[Verdict[A]])(next: A => Unit): Unit = verdict match
    case Success(Verdict.Allow(answer)) => next(answer)
    case Success(Verdict.Refuse(error)) => refuse(error)
    case Success(Verdict.Disconnect(code, reason)) => session.end(Asked.sendable(session, code), reason)
    case Failure(failure) => refuse(Asked.errorOf(session, failure))

  def succeeded[A](result: Try[A])(next: A => Unit): Unit = result match
    case Success(value) => next(value)
    case Failure(failure) => refuse(Asked.errorOf(session, failure))
end Asked

private[push] object Asked:
  /** The error that the client gets for a failure. Unforeseen failures are reported. */
  def errorOf(session: Session, failure: Throwable): PushError = failure match
    // the client comes back to another node
    case told: PushException if told.error == PushError.NotAvailable && session.core.hub.isClosed =>
      PushError.Internal
    case told: PushException => told.error
    case other =>
      session.core.system.engine.report(other, s"a connection to channels, $session")
      PushError.Internal

  /** What hooks say is checked: with other codes a socket cannot be closed. */
  private def sendable(session: Session, code: Int): Int =
    if code >= 3000 && code <= 4999 then code
    else
      val wrong = IllegalArgumentException(s"a hook disconnected with code $code: take one from 3000 to 4999")
      session.core.system.engine.report(wrong, s"a connection to channels, $session")
      DisconnectCode.ForceNoReconnect.code
end Asked
