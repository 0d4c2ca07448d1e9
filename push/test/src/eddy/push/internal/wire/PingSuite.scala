package eddy.push.internal.wire

import eddy.push.PushConfig

import scala.concurrent.duration.DurationInt

/** Who is there still. */
class PingSuite extends PushFixture:
  test("the server pings, and a client that answers stays"):
    val config = PushConfig(anonymous = true, pingInterval = 5.seconds, pongTimeout = 4900.millis)
    pushing(config): served =>
      served.connect(): client =>
        client.enter()
        assertEquals(client.hearAny(), "{}")
        client.say("{}")
        assertEquals(client.hearAny(), "{}")

  test("a client that does not answer a ping is ended with 3012"):
    val config = PushConfig(anonymous = true, pingInterval = 1.second, pongTimeout = 50.millis)
    pushing(config): served =>
      served.connect(): client =>
        client.enter()
        assertEquals(client.hearAny(), "{}")
        assertEquals(client.hearAny(), "closed 3012 no pong")
      assert(served.metric("eddy_push_disconnects_total", "3012"))
end PingSuite
