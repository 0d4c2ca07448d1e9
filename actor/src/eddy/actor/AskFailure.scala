package eddy.actor

import java.util.concurrent.TimeoutException
import scala.concurrent.duration.FiniteDuration

/** Why a question has no answer: what the futures of [[ask]] and of the questions of a [[Router]] fail with,
  * and what [[askAndWait]] throws when its question has no answer. Two failures of a wait are of other types:
  * `WaitRefusedException`, when nothing was asked, and `InterruptedException` in a [[threadActor]]. Match on
  * it to treat all of them alike, or on its cases:
  *
  * {{{
  * order.sendTo:
  *   case Success(receipt) => Paid(receipt)
  *   case Failure(why: AskFailure) => Unpaid(why.getMessage)
  *   case Failure(bug) => throw bug
  * }}}
  */
sealed trait AskFailure extends Exception

/** A question was lost: the actor that was asked had ended, or ended before it came to it, or its mailbox was
  * full, or a later question took its place there.
  */
final class UnansweredException(ref: ActorRef[?], val reason: DeadLetter.Reason)
    extends RuntimeException(s"$ref will not answer, the question was lost: " + (reason match
      case DeadLetter.Reason.Terminated => "it has terminated"
      case DeadLetter.Reason.Overflow => "its mailbox was full"
      case DeadLetter.Reason.Replaced => "a later message took its place"
      case DeadLetter.Reason.Unkeyed => "its mailbox found no key for it"
      case DeadLetter.Reason.Unmapped => "the function of contramap threw"
      case DeadLetter.Reason.Restarted => "it was restarted without its mailbox"
      case DeadLetter.Reason.EngineShutDown => "its engine was shut down"
      case DeadLetter.Reason.Unreachable => "its node is unreachable"
      case DeadLetter.Reason.Unpicklable => "the question, or its answer, cannot be written as bytes"
      case DeadLetter.Reason.Unreadable => "its node cannot read the question, or this node its answer"
      case DeadLetter.Reason.TooLarge => "the question, or its answer, has too many bytes")),
      AskFailure

/** The actor that was asked failed while it handled the question: with `getCause`. */
final class AskedFailedException private[actor] (ref: ActorRef[?], cause: Throwable)
    extends RuntimeException(s"$ref failed while it handled the question: $cause", cause),
      AskFailure

/** No answer came in time: whether the question was taken, or still will be, is not known. */
final class AskTimeoutException private[actor] (ref: ActorRef[?], timeout: FiniteDuration)
    extends TimeoutException(s"no answer from $ref within $timeout"),
      AskFailure

/** The question will not be answered, because the engine has terminated. */
final class EngineShutDownException(ref: ActorRef[?], engine: String)
    extends RuntimeException(s"$ref will not answer: engine \"$engine\" was shut down"),
      AskFailure

/** Actors that wait for each other's answers, or for room in each other's mailboxes, would wait until their
  * time is over.
  *
  * @param cycle the actors, each waiting for the next; begins and ends with the same actor
  */
final class AskCycleException private[actor] (val cycle: List[ActorRef[?]], forRoom: Boolean)
    extends RuntimeException(
      if forRoom then
        s"actors wait for each other, one of them for room in a mailbox: ${cycle.mkString(" -> ")}. " +
          "Give it a mailbox that refuses what it cannot hold, instead of one that slows its senders."
      else
        s"actors wait for each other's answers: ${cycle.mkString(" -> ")}. " +
          "Let one of them use ask with sendTo, or send and react to the answer."
    ),
      AskFailure:
  def this(cycle: List[ActorRef[?]]) = this(cycle, forRoom = false)
end AskCycleException

/** [[Router.askFirst]] was called on a router without an actor. */
final class NobodyToAskException private[actor] (router: ActorRef[?])
    extends NoSuchElementException(s"$router has no actor to ask"),
      AskFailure
