package eddy.web

import eddy.state.Registers
import eddy.web.internal.Events

import scala.concurrent.{ExecutionContext, Future}

/** Results of elsewhere as events of the request: of files ([[Disk]]), other servers, actors, databases,
  * whatever gives a `Future`.
  * {{{
  *   Later(Disk.read(file)): bytes =>
  *     res.bytes("image/png", bytes)
  * }}}
  */
object Later:
  /** Goes on with `callback` when `result` is there, in a further event of the request or WebSocket whose
    * handler calls this: in order, never beside its other events, under locks of its own. A failure is that
    * event's: an [[HttpProblem]] is the answer, what says that a pool or mailbox is full a 503, an ask that
    * was late a 504, anything else a 500; `recover` what is to be dealt with. [[Response.complete]] does the
    * same for a result that is the answer.
    * @throws IllegalStateException outside of such a handler
    */
  @Registers
  def apply[A](result: Future[A])(callback: A => Unit): Unit =
    val events = Events.current("Later")
    Events.admit(callback)
    result.onComplete(outcome => events.add(callback, () => callback(outcome.get)))(using
      ExecutionContext.parasitic
    )
