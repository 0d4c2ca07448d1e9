package eddy.push.internal.wire

import eddy.push.PushConfig
import eddy.testing.TestLength

import scala.concurrent.duration.{DurationInt, FiniteDuration}

/** Whether a client is still connected. */
class PingSuite extends PushFixture:
  private def pinged(
      interval: FiniteDuration,
      timeout: FiniteDuration
  )(goesOn: (Served, Client) => Unit): Unit =
    pushing(PushConfig(anonymous = true, pingInterval = interval, pongTimeout = timeout)): served =>
      served.connect(): client =>
        client.enter()
        assertEquals(client.hearAny(), "{}")
        goesOn(served, client)

  test("the server pings, and a client that answers stays"):
    // a busy machine may stand still for longer than the short intervals
    val intervals = if TestLength.isFull then Iterator(8) else Iterator(1, 2, 4, 8)
    val heard = intervals.map: seconds =>
      var next = ""
      pinged(seconds.seconds, seconds.seconds - 100.millis): (_, client) =>
        client.say("{}")
        next = client.hearAny()
      next
    assertEquals(heard.find(_ != "closed 3012 no pong"), Some("{}"))

  test("a client that does not answer a ping is ended with 3012"):
    pinged(1.second, 50.millis): (served, client) =>
      assertEquals(client.hearAny(), "closed 3012 no pong")
      assert(served.metric("eddy_push_disconnects_total", "3012"))
end PingSuite
