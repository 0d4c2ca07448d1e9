package eddy.web.client

import eddy.runtime.Engine
import eddy.state.{Confined, Registers}
import eddy.web.client.internal.{TcpCore, Waiting}
import eddy.web.internal.Events

import scala.concurrent.ExecutionContext
import scala.concurrent.duration.{DurationInt, FiniteDuration}

/** Opens TCP connections whose handlers are events, with one I/O thread for all of them. One client is for
  * the whole program, and for any thread.
  */
@Confined
final class TcpClient private (core: TcpCore):
  /** A connection that is to be opened.
    * @param host a name or an address
    */
  def connect(host: String, port: Int): TcpCall =
    require(host.nonEmpty, "host: must be a name or an address")
    require(port >= 1 && port <= 65_535, s"port = $port: must be from 1 to 65535")
    new TcpCall(core, host, port, isSecure = false, None)

  /** Connections that are open, or being opened. */
  def openSockets: Int = core.open

  /** Opens no further connections, closes those that are open, and breaks off what is not done `within`. */
  def close(within: FiniteDuration = 5.seconds): Unit = core.close(within)
end TcpClient

object TcpClient:
  def apply(config: TcpConfig)(using Engine): TcpClient = new TcpClient(TcpCore(config, summon[Engine]))

  /** A client with every default. */
  def apply()(using Engine): TcpClient = apply(TcpConfig())
end TcpClient

/** A connection that is to be opened: an immutable value. */
@Confined
final class TcpCall private[client] (
    core: TcpCore,
    host: String,
    port: Int,
    isSecure: Boolean,
    failed: Option[ClientException => Unit]
):
  /** Over TLS, with a certificate for this host. */
  def secure: TcpCall = new TcpCall(core, host, port, isSecure = true, failed)

  /** What to do when it cannot be opened. Otherwise the failure is that of the request whose handler calls
    * [[open]]: reported, and a 500; outside of any it is reported.
    */
  @Registers
  def onFailure(handler: ClientException => Unit): TcpCall =
    new TcpCall(core, host, port, isSecure, Some(Events.admitted(handler)))

  /** Opens it. `handler` gets the open socket, and sets its handlers; only then is it read. All of them are
    * events of the request or WebSocket whose handler calls this: in order, never beside its other events,
    * each under locks of its own. Outside of such a handler they are events of a unit of the socket's own.
    * The socket outlives the request; close it when it is no longer needed.
    */
  @Registers
  def open(handler: TcpSocket => Unit): Unit =
    Events.admit(handler)
    val events = Waiting.eventsOr(core.engine)
    core.connect(host, port, isSecure, events).onComplete(outcome =>
      outcome.fold(Waiting.fail(_, events, failed), _.begin(handler))
    )(using ExecutionContext.parasitic)
end TcpCall
