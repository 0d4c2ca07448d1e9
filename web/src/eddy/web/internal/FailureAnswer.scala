package eddy.web.internal

import eddy.actor.{AskTimeoutException, DeadLetter, UnansweredException, UnreachableFailure}
import eddy.runtime.{PoolFullException, WaitRefusedException}
import eddy.web.{BodyException, HttpProblem}

import java.io.IOException

/** The text that a client sees for a handler's failure that is not an [[eddy.web.HttpProblem]]. */
private[eddy] enum FailureAnswer(val status: Int, val detail: String) derives CanEqual:
  /** A pool or an actor took no more, which is counted there: an answer, as the server's own refusals are,
    * and no failure.
    */
  case Busy extends FailureAnswer(503, "A service that this needs has too much to do; try again soon.")

  /** A node of an actor cannot be reached, at least at the moment. */
  case Unreachable extends FailureAnswer(503, "What this needs cannot be reached; try again later.")

  /** The client ended its body in the middle, and has left or has its answer. Not a failure. */
  case CutShort extends FailureAnswer(400, "The request's body ended in the middle.")

  /** An actor did not answer in time: it may still do what was asked. */
  case Late
      extends FailureAnswer(504, "A service that this needs did not answer in time; it may still be done.")

  case Failed extends FailureAnswer(
        500,
        "The request failed here; the operator finds the reason by the request's id."
      )
end FailureAnswer

private[eddy] object FailureAnswer:
  def of(failure: Throwable): FailureAnswer = failure match
    case _: (PoolFullException | WaitRefusedException) => Busy
    case lost: UnansweredException if lost.reason == DeadLetter.Reason.Overflow => Busy
    case lost: UnansweredException if lost.reason == DeadLetter.Reason.Unreachable => Unreachable
    case _: UnreachableFailure => Unreachable
    case _: AskTimeoutException => Late
    case _: BodyException => CutShort
    // as the body's input stream has it
    case wrapped: IOException if wrapped.getCause.isInstanceOf[HttpProblem] => CutShort
    case _ => Failed
