package eddy.push.internal.wire

import eddy.push.*
import eddy.testing.Eventually

import scala.concurrent.duration.DurationInt

/** The server's decisions about open connections, and how the protocol's clients hear of them. */
class ServerSideSuite extends PushFixture:
  test("a server that is to stop sends its clients elsewhere, and lets no more in"):
    pushing(): served =>
      served.connect(): client =>
        client.enter()
        val gone = served.push.drain(10.millis)
        assertEquals(client.hear(), "closed 3001 shutdown")
        await(gone)
        assertEquals(ask(served.server, "/events/tea").statusCode, 503)

  test("the server ends a user's subscription or connection, and the client gets the reason"):
    pushing(): served =>
      served.connect(): client =>
        client.enter()
        client.ask("""{"id":2,"subscribe":{"channel":"tea"}}"""): Unit
        val connection = served.connection
        connection.unsubscribe("tea", UnsubscribeCode.Server)
        assertEquals(
          client.hear(),
          """{"push":{"channel":"tea","unsubscribe":{"code":2000,"reason":"server unsubscribe"}}}"""
        )
        served.awaitSubscribers("tea", 0)
        client.ask("""{"id":3,"subscribe":{"channel":"tea"}}"""): Unit
        served.end("tea", UnsubscribeCode.Insufficient)
        assertEquals(
          client.hear(),
          """{"push":{"channel":"tea","unsubscribe":{"code":2500,"reason":"insufficient state"}}}"""
        )
        connection.disconnect(3503, "force disconnect")
        assertEquals(client.hear(), "closed 3503 force disconnect")

  test(
    "a client that publishes before it has subscribed again may retry; one that is not to return may not"
  ):
    pushing(): served =>
      served.connect(): client =>
        client.enter()
        def publish(id: Int) = client.ask(s"""{"id":$id,"publish":{"channel":"tea","data":1}}""")
        client.ask("""{"id":2,"subscribe":{"channel":"tea"}}"""): Unit
        served.end("tea", UnsubscribeCode.Insufficient)
        client.hear(): Unit
        assertEquals(
          publish(3),
          """{"id":3,"error":{"code":100,"message":"internal server error","temporary":true}}"""
        )
        client.ask("""{"id":4,"subscribe":{"channel":"tea"}}"""): Unit
        served.connection.unsubscribe("tea", UnsubscribeCode.Server)
        client.hear(): Unit
        assertEquals(publish(5), """{"id":5,"error":{"code":103,"message":"permission denied"}}""")
        client.ask("""{"id":6,"subscribe":{"channel":"tea"}}"""): Unit
        served.end("tea", UnsubscribeCode.Insufficient)
        client.hear(): Unit
        client.ask("""{"id":7,"unsubscribe":{"channel":"tea"}}"""): Unit
        assertEquals(publish(8), """{"id":8,"error":{"code":103,"message":"permission denied"}}""")

  test("the server subscribes an open connection, which gets the subscription and then the publications"):
    pushing(): served =>
      served.connect(): client =>
        client.enter()
        val connection = served.connection
        connection.subscribe("closed:tea", Json("""{"x":1}"""))
        assertEquals(client.hear(), """{"push":{"channel":"closed:tea","subscribe":{"data":{"x":1}}}}""")
        served.publish("closed:tea", "1")
        assertEquals(client.hear(), """{"push":{"channel":"closed:tea","pub":{"data":1}}}""")
        // once more is nothing
        connection.subscribe("closed:tea", Json.none)
        connection.message(Json("2"))
        assertEquals(client.hear(), """{"push":{"message":{"data":2}}}""")
        connection.unsubscribe("closed:tea", UnsubscribeCode.Server)
        assertEquals(
          client.hear(),
          """{"push":{"channel":"closed:tea","unsubscribe":{"code":2000,"reason":"server unsubscribe"}}}"""
        )

  test("messages of the server while a client connects come after its answer, in order"):
    val hooks = Hooks().onConnect(_ => Verdict.Allow(Admitted("ann", channels = Set("tea"))))
    pushing(hooks = hooks): served =>
      served.mediator.saysAfter = 200.millis
      served.connect(): client =>
        client.say("""{"id":1,"connect":{}}""")
        val known = served.channels.core.connections
        Eventually.until("the connection is there")(known.size == 1)
        served.mediator.saysAfter = 0.seconds
        served.connection.message(Json("1"))
        served.connection.subscribe("closed:a", Json.none)
        val told = Vector.fill(3)(client.hear())
        assert(told.head.startsWith("""{"id":1,"connect":"""), told)
        assertEquals(
          told.tail,
          Vector("""{"push":{"message":{"data":1}}}""", """{"push":{"channel":"closed:a","subscribe":{}}}""")
        )

  test("a subscription that the server cannot begin is reported, and the connection stays open"):
    pushing(PushConfig(anonymous = true, limits = PushLimits(subscriptions = 1))): served =>
      served.connect(): client =>
        client.enter()
        client.ask("""{"id":2,"subscribe":{"channel":"tea"}}"""): Unit
        served.connection.subscribe("closed:a", Json.none)
        val (failure, where) = nextReport()
        assert(failure.getMessage.contains("limit exceeded (106)"), failure.getMessage)
        assert(where.contains("subscribing") && where.contains("closed:a"), where)
        served.publish("tea", "1")
        assert(client.hear().contains(""""channel":"tea","pub""""))

  test("a connection that does not read its messages ends as slow"):
    pushing(PushConfig(anonymous = true, maxBufferedBytes = 64 * 1024)): served =>
      served.connect(receiveBuffer = 4096): client =>
        client.enter()
        val connection = served.connection
        val text = Json("\"" + "x" * 30_000 + "\"")
        Eventually.until("it has ended"):
          connection.message(text)
          served.channels.core.connections.size == 0
        // counted once it is gone
        Eventually.until("it is counted")(served.metric("eddy_push_disconnects_total", "3008"))
end ServerSideSuite

/** The same where each node keeps a history of its own, of its arrivals. */
class ServerSideUnsharedSuite extends ServerSideSuite:
  override def newMediator(): Mediator = UnsharedMediator()
