package eddy.web.client

import eddy.state.{Confined, Registers}
import eddy.web.MessageSocket
import eddy.web.client.internal.{ClientCore, Waiting}
import eddy.web.internal.Events

import scala.concurrent.duration.FiniteDuration

/** A WebSocket that is to be opened: an immutable value, made by [[Client.webSocket]]. */
@Confined
final class WebSocketCall private[client] (
    core: ClientCore,
    call: Call,
    options: ClientSocketOptions,
    failed: Option[ClientException => Unit] = None
):
  /** As those of [[Call]]. */
  def path(segments: String*): WebSocketCall = copy(call.path(segments*))
  def query(name: String, value: String): WebSocketCall = copy(call.query(name, value))
  def header(name: String, value: String): WebSocketCall = copy(call.header(name, value))
  def cookie(name: String, value: String): WebSocketCall = copy(call.cookie(name, value))

  /** For the opening handshake, instead of [[ClientConfig.timeout]]. */
  def timeout(limit: FiniteDuration): WebSocketCall = copy(call.timeout(limit))

  /** What to do when it cannot be opened. Otherwise the failure is that of the request whose handler calls
    * [[open]]: reported, and a 500; outside of any it is reported.
    */
  @Registers
  def onFailure(handler: ClientException => Unit): WebSocketCall =
    new WebSocketCall(core, call, options, Some(Events.admitted(handler)))

  /** Opens it. `handler` gets the open socket, and sets its handlers; only then is it read. All of them are
    * events of the request or WebSocket whose handler calls this: in order, never beside its other events,
    * each under locks of its own. Outside of such a handler they are events of a unit of the socket's own.
    *
    * A handler that throws closes the socket with 1011, and has failed as any other event of that request.
    * The socket outlives the request; close it when it is no longer needed.
    */
  @Registers
  def open(handler: MessageSocket => Unit): Unit =
    Events.admit(handler)
    val events = Waiting.eventsOr(core.engine)
    core.webSocket(call, options, events).onComplete(outcome =>
      outcome.fold(Waiting.fail(_, events, failed), _.begin(handler))
    )(using scala.concurrent.ExecutionContext.parasitic)

  override def toString: String = s"WebSocket $call"

  private def copy(call: Call) = new WebSocketCall(core, call, options, failed)
end WebSocketCall
