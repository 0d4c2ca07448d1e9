package eddy.actor.spi.remote

import eddy.actor.internal.ask.AskRef
import eddy.actor.internal.signal.Question
import eddy.actor.{ActorRef, AskedFailedException, DeadLetter, UnansweredException}

import scala.concurrent.ExecutionContext

/** Addresses for answers, as the code between processes uses them. */
private[eddy] object Questions:
  /** It is an address for one answer. */
  def isQuestion(ref: ActorRef[?]): Boolean = ref.isInstanceOf[Question]

  /** Calls `act` once when the question has its answer or has failed; false if `ref` was not asked in this
    * process.
    */
  def whenOver(ref: ActorRef[?])(act: () => Unit): Boolean = ref match
    case asked: AskRef[?] =>
      asked.answer.onComplete(_ => act())(using ExecutionContext.parasitic)
      true
    case _ => false

  /** The actor that was asked, if `ref` is the address for its answer; otherwise `ref`. */
  def askedOf(ref: ActorRef[?]): ActorRef[?] = ref match
    case asked: AskRef[?] => asked.asked
    case other => other

  /** A message is about to be sent to several: a question in it fails when all of them have lost it. */
  def split(message: Any, to: Iterable[ActorRef[?]]): Unit = Question.split(message, null, to)

  /** `receiver` has lost a message, which may be a question. */
  def unanswered(message: Any, receiver: ActorRef[?], reason: DeadLetter.Reason): Unit =
    Question.unanswered(message, receiver, reason)

  /** `receiver` has lost the question. */
  def lost(ref: ActorRef[?], receiver: ActorRef[?], reason: DeadLetter.Reason): Unit = ref match
    case question: Question => question.without(receiver, UnansweredException(receiver, reason))
    case _ => ()

  /** `receiver` has failed while it handled the question. */
  def failed(ref: ActorRef[?], receiver: ActorRef[?], cause: Throwable): Unit = ref match
    case question: Question => question.without(receiver, AskedFailedException(receiver, cause))
    case _ => ()
end Questions
