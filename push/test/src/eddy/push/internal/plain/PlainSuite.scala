package eddy.push.internal.plain

import eddy.push.*
import eddy.push.internal.wire.PushFixture
import eddy.testing.Eventually

import java.io.{BufferedReader, InputStream, InputStreamReader}
import java.net.URI
import java.net.http.{HttpRequest, HttpResponse}
import java.nio.charset.StandardCharsets.UTF_8
import scala.concurrent.duration.DurationInt

/** Clients without a library, where nodes share their histories. */
class PlainSuite extends PushFixture:
  /** Events as a browser would take them apart. */
  private final class EventLines(answer: HttpResponse[InputStream]):
    private val lines = BufferedReader(InputStreamReader(answer.body, UTF_8))
    def status: Int = answer.statusCode

    /** The next event, its lines joined by a bar; null at the end. */
    def next(): String =
      var all = Vector.empty[String]
      var line = lines.readLine()
      while line != null && line.nonEmpty do
        if !line.startsWith(":") then all = all :+ line
        line = lines.readLine()
      if line == null then "end" else if all.isEmpty then next() else timeless(all.mkString("|"))
    def close(): Unit = answer.body.close()
  end EventLines

  private def events[A](served: Served, path: String, headers: (String, String)*)(body: EventLines => A): A =
    val builder = HttpRequest.newBuilder(URI(served.server.url + path))
    headers.foreach((name, value) => builder.header(name, value))
    val stream = EventLines(client.send(builder.build(), HttpResponse.BodyHandlers.ofInputStream()))
    try body(stream)
    finally stream.close()

  private def epochOf(text: String): String =
    val Epoch = """.*"epoch":"([^"]*)".*""".r
    text match
      case Epoch(epoch: String) => epoch
      case other => fail(other)

  test("events come with ids, and a client that returns with the last one gets the missed ones"):
    pushing(): served =>
      val epoch = events(served, "/events/tea"): stream =>
        val first = stream.next()
        val epoch = epochOf(first)
        assertEquals(first, s"id: $epoch:0|event: subscribed|data: {\"epoch\":\"$epoch\",\"offset\":0}")
        served.publish("tea", "{\"a\":\n1}")
        assertEquals(stream.next(), s"id: $epoch:1|data: {\"a\": 1}")
        epoch
      served.publish("tea", "2")
      served.publish("tea", "3")
      events(served, "/events/tea", "Last-Event-ID" -> s"$epoch:1"): stream =>
        assertEquals(
          stream.next(),
          s"event: subscribed|data: {\"epoch\":\"$epoch\",\"offset\":3,\"recovered\":true}"
        )
        assertEquals(stream.next(), s"id: $epoch:2|data: 2")
        assertEquals(stream.next(), s"id: $epoch:3|data: 3")
        served.publish("tea", "4")
        assertEquals(stream.next(), s"id: $epoch:4|data: 4")
      for after <- Seq("other:1", "nonsense") do
        events(served, s"/events/tea?after=$after"): stream =>
          assert(stream.next().endsWith(""""recovered":false}"""), after)
        events(served, "/events/tea", "Last-Event-ID" -> after): stream =>
          assert(stream.next().endsWith(""""recovered":false}"""), after)
        served.connect(s"/socket/tea?after=$after"): client =>
          assert(client.hear().startsWith("closed 3010 "), after)

  test("events of a pattern carry their channel"):
    pushing(): served =>
      events(served, "/events/a/**"): stream =>
        stream.next(): Unit
        served.publish("a/b", "1")
        // no id: a browser that reconnects with one would continue in a channel that it did not ask for
        assertEquals(stream.next(), """data: {"data":1,"channel":"a/b"}""")

  test("a refused client gets a status, and a removed one an event"):
    pushing(): served =>
      for (path, status) <- Seq(
          "/events/closed:x" -> 403,
          "/events/none:x" -> 404,
          "/events/tea?token=x" -> 403,
          "/events/%01" -> 400
        )
      do assertEquals(ask(served.server, path).statusCode, status, path)
      events(served, "/events/tea"): stream =>
        stream.next(): Unit
        served.connection.disconnect(3503, "force disconnect")
        assertEquals(stream.next(), """event: disconnect|data: {"code":3503,"reason":"force disconnect"}""")
        assertEquals(stream.next(), "end")
      served.awaitSubscribers("tea", 0)
      Eventually.until("its place is free")(served.push.connections == 0)
    pushing(PushConfig()): served =>
      assertEquals(ask(served.server, "/events/tea").statusCode, 401)

  test("a raw socket publishes its messages, JSON or not, and receives data"):
    pushing(): served =>
      served.connect("/socket/tea"): one =>
        one.say("""{"a":1}""")
        assertEquals(one.hear(), """{"a":1}""")
        one.say("hello \"you\"")
        assertEquals(one.hear(), """"hello \"you\""""")
        one.say("")
        assertEquals(one.hear(), "\"\"")

  test("a raw socket that may not publish is closed, and says why"):
    pushing(namespaces = Seq(open.copy(clientsPublish = false))): served =>
      served.connect("/socket/tea")(c => assertEquals(c.ask("1"), "closed 3507 permission denied (103)"))
      served.connect("/socket/none:x")(c => assertEquals(c.hear(), "closed 3507 unknown channel (102)"))

  test("a poll answers with later publications, at once or when they come"):
    pushing(): served =>
      val first = ask(served.server, "/poll/tea")
      val epoch = first.body match
        case s"""{"after":"$epoch:0","publications":[]}""" => epoch
        case other => fail(other)
      served.publish("tea", "1")
      assertEquals(
        timeless(ask(served.server, s"/poll/tea?after=$epoch:0").body),
        s"""{"after":"$epoch:1","publications":[{"data":1,"offset":1}]}"""
      )
      val request = HttpRequest.newBuilder(URI(s"${served.server.url}/poll/tea?after=$epoch:1")).build()
      val waiting = client.sendAsync(request, HttpResponse.BodyHandlers.ofString())
      served.awaitSubscribers("tea", 1)
      served.publish("tea", "2")
      assertEquals(
        timeless(await(waiting).body),
        s"""{"after":"$epoch:2","publications":[{"data":2,"offset":2}]}"""
      )
      served.awaitSubscribers("tea", 0)
      assertEquals(
        timeless(ask(served.server, "/poll/tea?after=other:1").body),
        s"""{"after":"$epoch:2","missed":true,"publications":[{"data":1,"offset":1},{"data":2,"offset":2}]}"""
      )
      val malformed = ask(served.server, "/poll/tea?after=nonsense")
      assertEquals(malformed.statusCode, 400)
      assert(malformed.body.contains("bad request (107)"), malformed.body)
      assert(served.refused("poll", 107))

  test("a poll to which nothing comes is answered when its time is over"):
    pushing(PushConfig(anonymous = true, pollTimeout = 50.millis)): served =>
      val s"""{"after":"$position","publications":[]}""" = ask(served.server, "/poll/tea").body: @unchecked
      assertEquals(
        ask(served.server, s"/poll/tea?after=$position").body,
        s"""{"after":"$position","publications":[]}"""
      )

  test("a channel without history cannot be polled"):
    pushing(namespaces = Seq(Namespace(clientsSubscribe = true))): served =>
      assertEquals(ask(served.server, "/poll/tea").statusCode, 404)

  test("a poll does not show in presence, and ends when its user is disconnected"):
    pushing(PushConfig(anonymous = true, pollTimeout = 1.hour)): served =>
      val s"""{"after":"$position","publications":[]}""" = ask(served.server, "/poll/tea").body: @unchecked
      def waiting() =
        val request = HttpRequest.newBuilder(URI(s"${served.server.url}/poll/tea?after=$position")).build()
        val answer = client.sendAsync(request, HttpResponse.BodyHandlers.ofString())
        served.awaitSubscribers("tea", 1)
        answer
      val first = waiting()
      assertEquals(await(served.channels.presence("tea")), Vector.empty)
      served.connection.disconnect(3503, "force disconnect")
      val answer = await(first)
      assertEquals(answer.statusCode, 403)
      assert(answer.body.contains("force disconnect (3503)"), answer.body)
      served.awaitSubscribers("tea", 0)
      // a client that is to come back gets no error, and polls again, at any node
      val second = waiting()
      served.push.drain(10.millis): Unit
      assertEquals(await(second).body, s"""{"after":"$position","publications":[]}""")
end PlainSuite

/** The same where each node keeps a history of its own, of its arrivals. */
class PlainUnsharedSuite extends PlainSuite:
  override def newMediator(): Mediator = UnsharedMediator()
