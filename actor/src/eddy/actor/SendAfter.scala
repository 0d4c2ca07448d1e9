package eddy.actor

import eddy.actor.internal.ask.AskRef
import eddy.actor.internal.cell.Cell
import eddy.actor.internal.mailbox.Unslowed
import eddy.actor.internal.system.SystemCore
import eddy.runtime.Timer

import scala.concurrent.duration.FiniteDuration

/** Sends `message` to `to` after `delay`; any thread. The timer runs on the engine of `to`. It is
  * cancelled when `to` has terminated, or, where that is the address for an answer, when there is one. An
  * actor that sends to itself does so in its present life: a restart by its supervisor cancels it as well. A
  * full mailbox that slows its senders refuses the message, which becomes a dead letter: a timer never waits.
  */
def sendAfter[M](to: ActorRef[M], delay: FiniteDuration, message: M): Timer =
  val engine = SystemCore.of(to).engine
  to.target match
    case cell: Cell[?] =>
      val event = cell.fromItself(message)
      engine.after(delay, cell.timerOwner)(() => Unslowed(to ! event))
    case answer: AskRef[?] => engine.after(delay, answer.timerOwner)(() => to ! message)
    case _ => engine.after(delay)(() => Unslowed(to ! message))

/** Sends `message` to `to` every `interval`, first after one interval; any thread. The timer runs on the
  * engine of `to`. It is cancelled when `to` has terminated; one to something other than an actor sends
  * nothing when it finds that terminated, and is then cancelled. An actor that sends to itself does so in its
  * present life: a restart by its supervisor cancels it. One that others have started outlives restarts. A
  * full mailbox that slows its senders refuses the message: the beat keeps its pace.
  */
def sendEvery[M](to: ActorRef[M], interval: FiniteDuration, message: M): Timer =
  val engine = SystemCore.of(to).engine
  to.target match
    case cell: Cell[?] =>
      val event = cell.fromItself(message)
      engine.every(interval, cell.timerOwner)(() => Unslowed(to ! event))
    case _ =>
      val beat = new Beat(to, message)
      val timer = engine.every(interval)(beat)
      beat.timer = timer
      timer

private final class Beat[M](to: ActorRef[M], message: M) extends Runnable:
  // the first beat may come before it is known; then the next one stops
  @volatile var timer: Timer | Null = null

  def run(): Unit =
    if !to.isOver then Unslowed(to ! message)
    else
      val running = timer
      if running != null then running.cancel(): Unit
