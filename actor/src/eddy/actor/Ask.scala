package eddy.actor

import eddy.actor.internal.ask.{Asked, Waiting}
import eddy.actor.internal.cell.Cell
import eddy.actor.internal.mailbox.Unslowed
import eddy.actor.internal.signal.Envelope
import eddy.runtime.Engine

import java.util.concurrent.TimeoutException
import scala.concurrent.duration.FiniteDuration
import scala.concurrent.{ExecutionContext, Future}
import scala.util.Try

extension [M](ref: ActorRef[M])
  /** Sends `message`, made with the address to answer to, and returns the first answer.
    *
    * {{{ val total: Future[Int] = counter.ask(1.second)(to => Count.Get(to)) }}}
    * The future fails with an [[AskTimeoutException]] when no answer came within `timeout`, with an
    * [[UnansweredException]] as soon as the message is lost, because `ref` has ended or its mailbox was full,
    * and with an [[AskedFailedException]] as soon as `ref` fails in the reaction that has taken it (seen
    * where the message is the address or has it as a field). The same when the message is passed on and lost
    * there. Sent to several side by side, by a [[Router]] that broadcasts, a [[Group]] or an [[EventBus]], it
    * fails when the last of them has lost it. Any thread may call; later answers are dropped.
    *
    * @throws IllegalArgumentException when `timeout` is not more than zero: no answer can be there at once
    */
  def ask[R](timeout: FiniteDuration)(message: ActorRef[R] => M)(using system: ActorSystem): Future[R] =
    Asked.check(timeout)
    val question = new Asked[R](system.core, ref, timeout)
    question.send(ref, message)
    question.answer

  /** As [[ask]], and waits for the answer; inside an actor. Other actors run in the meantime, this actor does
    * not: an exit or a kill takes effect when the wait is over, so choose a short `timeout`. A wait for an
    * answer through a [[Router]] is part of no cycle, because the asked actor is not known in advance.
    *
    * @throws AskCycleException when the actor asked waits, itself or through others, for this one
    * @throws AskTimeoutException when no answer came within `timeout`
    * @throws UnansweredException when the question was lost, because `ref` has ended or its mailbox was full
    * @throws AskedFailedException when `ref` failed while it handled the question
    * @throws eddy.runtime.WaitRefusedException at once, and nothing is sent, when so many workers are blocked
    *   that none would be left for the answering actors (`EngineConfig.maxSpareWorkers`); a [[threadActor]]
    *   is never refused
    * @throws IllegalArgumentException when `timeout` is not more than zero
    */
  def askAndWait[R](timeout: FiniteDuration)(message: ActorRef[R] => M)(using actor: Actor[?]): R =
    Asked.check(timeout)
    val asker = actor.cell
    val question = new Asked[R](asker.system, ref, timeout)
    Waiting.during(asker, question):
      // before it is sent: nobody answers a question in vain because its asker may not wait
      Engine.waiting:
        question.send(ref, message)
        question.await()
end extension

extension [A](future: Future[A])
  /** Sends the future's result to this actor on completion, as the message that `message` makes of it. The
    * thread that completes the future calls `message`, which should only make the message. The result is for
    * the present life of the actor: after a restart by its supervisor it is a dead letter. It never waits for
    * room in the actor's mailbox: where senders are slowed, it is refused.
    */
  def sendTo[M](using actor: Actor[M])(message: Try[A] => M): Unit =
    val cell: Cell[M] = actor.cell
    val life = cell.presentLife
    given ExecutionContext = ExecutionContext.parasitic
    future.onComplete: result =>
      try
        val event = Envelope.of(life, message(result))
        Unslowed(cell ! event)
      catch
        case cause: Throwable =>
          cell.system.engine.report(cause, s"what makes a message to $cell of a result")

/** A question was lost: the actor that was asked had ended, or ended before it came to it, or its mailbox was
  * full, or a later question took its place there.
  */
final class UnansweredException(ref: ActorRef[?], val reason: DeadLetter.Reason)
    extends RuntimeException(s"$ref will not answer, the question was lost: " + (reason match
      case DeadLetter.Reason.Ended => "it has ended"
      case DeadLetter.Reason.Overflow => "its mailbox was full"
      case DeadLetter.Reason.Replaced => "a later message took its place"
      case DeadLetter.Reason.Unkeyed => "its mailbox found no key for it"
      case DeadLetter.Reason.Restarted => "it was restarted without its mailbox"
      case DeadLetter.Reason.EngineEnded => "its engine has ended"
      case DeadLetter.Reason.Unreachable => "its node is unreachable"
      case DeadLetter.Reason.Unpicklable => "the question cannot be written as bytes"
      case DeadLetter.Reason.Unreadable => "its node cannot read the question"
      case DeadLetter.Reason.TooLarge => "the question has too many bytes"))

/** The actor that was asked failed while it handled the question: with `getCause`. */
final class AskedFailedException private[actor] (ref: ActorRef[?], cause: Throwable)
    extends RuntimeException(s"$ref failed while it handled the question: $cause", cause)

/** No answer came in time: whether the question was taken, or still will be, is not known. */
final class AskTimeoutException private[actor] (ref: ActorRef[?], timeout: FiniteDuration)
    extends TimeoutException(s"no answer from $ref within $timeout")

/** The question will not be answered, because the engine has terminated. */
final class EngineEndedException(ref: ActorRef[?], engine: String)
    extends RuntimeException(s"$ref will not answer: engine \"$engine\" was shut down")

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
    ):
  def this(cycle: List[ActorRef[?]]) = this(cycle, forRoom = false)
end AskCycleException
