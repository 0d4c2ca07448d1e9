package eddy.actor

import eddy.actor.internal.ask.{AskRef, WaitsForGraph}
import eddy.actor.internal.cell.Cell
import eddy.actor.internal.mailbox.Unslowed
import eddy.actor.internal.signal.Envelope
import eddy.actor.internal.system.SystemCore
import eddy.runtime.Engine

import scala.concurrent.duration.FiniteDuration
import scala.concurrent.{ExecutionContext, Future}
import scala.util.Try

extension [M](ref: ActorRef[M])
  /** Sends `message`, made with the address to answer to, and returns the first answer.
    *
    * {{{ val total: Future[Int] = counter.ask(1.second)(to => Count.Get(to)) }}}
    * The future fails with an [[AskFailure]]: with an [[AskTimeoutException]] when no answer came within
    * `timeout`, with an [[UnansweredException]] as soon as the message is lost, because `ref` is terminated
    * or its mailbox was full, and with an [[AskedFailedException]] as soon as `ref` fails in the reaction
    * that has taken it (seen where the message is the address, or has it as a field, or as a field of a
    * field). The same when the message is passed on and lost there. Sent to several side by side, by a
    * [[Router]] that broadcasts, a [[Group]] or an [[EventBus]], it fails when the last of them has lost it.
    *
    * Any thread may call; later answers are dropped. The timeout is a timer of the engine that runs `ref`.
    *
    * @throws IllegalArgumentException when `timeout` is not more than zero: no answer can be there at once
    */
  def ask[R](timeout: FiniteDuration)(message: ActorRef[R] => M): Future[R] =
    AskRef.check(timeout)
    val question = new AskRef[R](SystemCore.of(ref), ref, timeout)
    question.send(ref, message)
    question.answer

  /** As [[ask]], and waits for the answer; inside an actor. Other actors run in the meantime, this actor does
    * not: an exit or a kill takes effect when the wait is over, so choose a short `timeout`. A wait for an
    * answer through a [[Router]] is part of no cycle, because the asked actor is not known in advance.
    *
    * @throws AskCycleException when the actor asked waits, itself or through others, for this one
    * @throws AskTimeoutException when no answer came within `timeout`
    * @throws UnansweredException when the question was lost, because `ref` is terminated or its mailbox was
    *   full
    * @throws AskedFailedException when `ref` failed while it handled the question
    * @throws eddy.runtime.WaitRefusedException at once, and nothing is sent, when so many workers are blocked
    *   that none would be left for the answering actors (`EngineConfig.maxSpareWorkers`); a [[threadActor]]
    *   is never refused
    * @throws InterruptedException when the thread of a [[threadActor]] is interrupted
    * @throws IllegalArgumentException when `timeout` is not more than zero
    */
  def askAndWait[R](timeout: FiniteDuration)(message: ActorRef[R] => M)(using actor: Actor[?]): R =
    AskRef.check(timeout)
    val asker = actor.cell
    val question = new AskRef[R](asker.system, ref, timeout)
    WaitsForGraph.during(asker, question):
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
