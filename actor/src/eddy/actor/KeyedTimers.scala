package eddy.actor

import eddy.actor.internal.cell.Cell
import eddy.actor.internal.mailbox.Unslowed
import eddy.actor.internal.signal.{Envelope, KeyedTimer}
import eddy.runtime.Timer

import scala.concurrent.duration.FiniteDuration

/** Sends `message` to this actor after `delay`, by a timer that `key` names: it replaces the timer of this
  * actor with an equal key (Erlang's named timeouts of `gen_statem`).
  *
  * The timer belongs to the present life of the actor: it is cancelled when the actor ends, and when its
  * supervisor restarts it. A timer that was cancelled or replaced sends nothing to the reactions any more,
  * not even a message that waits in the mailbox already: such a message is dropped. The timer is over when a
  * reaction takes its message; a message that no behavior has matched yet can still be cancelled. A full
  * mailbox that slows its senders refuses the message.
  *
  * Only the actor itself may call. When the call throws, the earlier timer with that key stays.
  */
def startTimer[M](using actor: Actor[M])(key: Any, delay: FiniteDuration, message: M): Unit =
  startKeyed(actor.cell, new KeyedTimer(key, once = true), message): (cell, send) =>
    cell.system.engine.after(delay, cell.timerOwner)(send)

/** As [[startTimer]], every `interval`, first after one interval, until it is cancelled.
  *
  * @throws IllegalArgumentException when `interval` is not more than zero
  */
def startTimerEvery[M](using actor: Actor[M])(key: Any, interval: FiniteDuration, message: M): Unit =
  startKeyed(actor.cell, new KeyedTimer(key, once = false), message): (cell, send) =>
    cell.system.engine.every(interval, cell.timerOwner)(send)

/** Cancels the timer with that key. False when this actor has none: it was never started, or is over. */
def cancelTimer(key: Any)(using actor: Actor[?]): Boolean =
  val here = actor.cell.cold
  here != null && here.closeTimer(key)

/** Whether this actor has a timer with that key. */
def hasTimer(key: Any)(using actor: Actor[?]): Boolean =
  val here = actor.cell.cold
  here != null && here.hasTimer(key)

private def startKeyed[M](cell: Cell[M], timer: KeyedTimer, message: M)(
    by: (Cell[M], Runnable) => Timer
): Unit =
  if message == null then throw Envelope.nullSent(cell)
  val event = new Envelope(message.asInstanceOf[AnyRef], null, life = timer).asInstanceOf[M]
  // first: when it cannot be started, the earlier timer with that key stays
  timer.started(by(cell, () => Unslowed(cell ! event)))
  cell.coldState.enterTimer(timer)
