package eddy.web

import eddy.state.Registers
import eddy.web.internal.Events

import scala.concurrent.{ExecutionContext, Future}

/** Results of other work as events of the request: files ([[Disk]]), other servers, actors, databases, any
  * `Future`.
  * {{{
  *   Later(Disk.read(file)): bytes =>
  *     res.bytes("image/png", bytes)
  * }}}
  */
object Later:
  /** Runs `handler` when `result` is complete, in a further event of the request or WebSocket whose handler
    * calls this: in order, never beside its other events, under locks of its own. A failure fails that event:
    * an [[HttpProblem]] is the answer, a full pool or mailbox is a 503, a late ask a 504, anything else a
    * 500. `recover` the failures that you handle yourself. [[Response.complete]] does the same for a result
    * that is the answer.
    * @throws IllegalStateException outside of such a handler
    */
  @Registers
  def apply[A](result: Future[A])(handler: A => Unit): Unit =
    val events = Events.current("Later")
    Events.admit(handler)
    result.onComplete(outcome => events.add(handler, () => handler(outcome.get)))(using
      ExecutionContext.parasitic
    )
