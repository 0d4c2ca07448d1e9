package eddy.web.testkit

import eddy.actor.testkit.Simulation
import eddy.web.testkit.internal.{Reports, SocketClient, Wire}

import scala.concurrent.Promise
import scala.concurrent.duration.{DurationInt, FiniteDuration}

import io.netty.handler.codec.http.websocketx.{CloseWebSocketFrame, TextWebSocketFrame}

/** A client's side of a WebSocket of a [[SimulatedService]]. Expectations let the simulation run; their
  * limits are of its time. For the test's own thread.
  */
final class SimulatedSocket private[testkit] (client: SocketClient, wire: Wire, sim: Simulation):
  import SocketClient.Event

  def send(text: String): Unit =
    client.send(TextWebSocketFrame(text))
    wire.move()

  /** The next message, whatever it is. */
  def receive(within: FiniteDuration = 1.minute): String = next("a text message is expected", within) match
    case Event.Text(text) => text
    case other => throw wrong(s"a text message is expected, but $other came")

  /** The next message; it must be this one. */
  def expect(text: String, within: FiniteDuration = 1.minute): Unit =
    val event = next(s"\"$text\" is expected", within)
    if event != Event.Text(text) then throw wrong(s"\"$text\" is expected, but $event came")

  /** All messages that have come and were not taken. */
  def heard(): List[String] =
    Iterator.continually(client.poll()).takeWhile(_.isDefined).flatten.collect { case Event.Text(text) =>
      text
    }.toList

  /** The service closes the socket with this code. */
  def expectClose(code: Int, within: FiniteDuration = 1.minute): Unit =
    next(s"an end with $code is expected", within) match
      case Event.Closed(`code`, _) => ()
      case other => throw wrong(s"an end with $code is expected, but $other came")

  /** Begins to close. */
  def close(code: Int = 1000, reason: String = ""): Unit =
    client.send(CloseWebSocketFrame(code, reason))
    wire.move()

  /** Breaks the connection off, as a client does that is gone. */
  def abort(): Unit =
    client.channel.close(): Unit
    wire.move()

  private def next(expected: String, within: FiniteDuration): Event =
    client.poll().getOrElse:
      val came = Promise[Unit]()
      client.whenHeard(() => came.trySuccess(()): Unit)
      try sim.await(came.future, within)
      catch case silent: AssertionError => throw wrong(s"$expected, but nothing came: ${silent.getMessage}")
      client.poll().get

  private def wrong(message: String) =
    Reports(() => sim.failures).wrong(s"WebSocket ${client.path}: $message")
end SimulatedSocket
