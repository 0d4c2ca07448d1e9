package eddy.chat

import eddy.chat.ServerMessage.*

import java.net.URI
import java.net.http.HttpRequest.BodyPublishers
import java.net.http.HttpResponse.BodyHandlers
import java.net.http.{HttpClient, HttpRequest}
import java.util.concurrent.LinkedBlockingQueue

/** The fallback: server-sent events down, POST up. */
class EventStreamSuite extends eddy.testing.PatientSuite:
  private val http = HttpClient.newHttpClient().nn

  private final class Stream(server: ChatServer) extends AutoCloseable:
    private val inbox = new LinkedBlockingQueue[ServerMessage]
    private val body =
      http.send(
        HttpRequest.newBuilder(URI.create(s"${server.url}/chat/events")).nn.build(),
        BodyHandlers.ofInputStream
      ).nn.body.nn
    private val reader = Thread.ofVirtual.nn.start: () =>
      try
        scala.io.Source.fromInputStream(body, "UTF-8").getLines().filter(_.startsWith("data:")).foreach:
          line =>
            inbox.put(Codec.decodeServer(line.stripPrefix("data:")).fold(fail(_), identity))
      catch case _: java.io.IOException => () // closed by the test
    val key: String = next() match
      case Hello(k) => k
      case other => fail(s"first came $other")

    def next(): ServerMessage =
      awaitNext(inbox)

    def post(
        message: ClientMessage,
        key: String = key,
        contentType: String = "application/json",
        more: Seq[String] = Nil
    ): Int = postRaw(Codec.encode(message), key, contentType, more)

    def postRaw(
        text: String,
        key: String = key,
        contentType: String = "application/json",
        more: Seq[String] = Nil
    ): Int =
      val request = HttpRequest.newBuilder(URI.create(s"${server.url}/chat/send")).nn
        .header(
          "Eddy-Connection",
          key
        ).nn.header("Content-Type", contentType).nn.POST(BodyPublishers.ofString(text)).nn
      more.foreach(request.header("Eddy-Connection", _))
      http.send(request.build(), BodyHandlers.discarding).nn.statusCode

    def close(): Unit =
      body.close()
      reader.join()
  end Stream

  test("an event stream and a WebSocket are in the same room"):
    ChatServer.use(): server =>
      val stream = new Stream(server)
      assertEquals(stream.post(ClientMessage.Join("lobby", "Ada")), 202)
      assert(stream.next().isInstanceOf[Welcome])
      val bob = ChatClient.open(server)
      assertEquals(bob.join("Bob").members, Vector("Ada", "Bob"))
      assertEquals(stream.next(), Arrived("Bob"))
      assertEquals(stream.post(ClientMessage.Say("1", "by POST")), 202)
      assertEquals(bob.published(1), Vector("by POST"))
      val both = Set(stream.next(), stream.next())
      assert(both.exists(_.isInstanceOf[Accepted]) && both.exists(_.isInstanceOf[Published]), s"$both")
      val _ = bob.say("1", "by frame")
      assertEquals(stream.next().asInstanceOf[Published].message.text, "by frame")
      stream.close()

  test("a POST needs the key of an open stream, JSON, and a body within the limit"):
    ChatServer.use(ChatConfig(maxTextLength = 100, maxFrameBytes = 1000)): server =>
      val stream = new Stream(server)
      assertEquals(stream.post(ClientMessage.Ping, key = "no-such-key"), 404)
      assertEquals(stream.post(ClientMessage.Ping, contentType = "text/plain"), 415)
      assertEquals(stream.post(ClientMessage.Ping, contentType = "application/jsonx"), 415)
      assertEquals(stream.post(ClientMessage.Ping, contentType = "Application/JSON; charset=utf-8"), 202)
      assertEquals(stream.next(), Pong)
      for more <- Seq("another", stream.key) do
        assertEquals(stream.post(ClientMessage.Ping, more = Seq(more)), 400, "keys are not chosen among")
      assertEquals(stream.postRaw("x" * 1001), 413)
      assertEquals(stream.postRaw("nonsense"), 202)
      assert(stream.next().isInstanceOf[Refused])
      assertEquals(stream.post(ClientMessage.Ping), 202)
      assertEquals(stream.next(), Pong)
      stream.close()

  test("a flood ends the stream with a closing message that carries the code"):
    ChatServer.use(ChatConfig(commandsPerSecond = 0.001, commandBurst = 1, floodTolerance = 1)): server =>
      val stream = new Stream(server)
      (1 to 3).foreach(_ => stream.post(ClientMessage.Ping): Unit)
      val last = Iterator.continually(stream.next()).collectFirst { case c: Closing => c }.get
      assertEquals(last.code, CloseCode.Flood.code)
      stream.close()

  test("the page comes with a policy that lets nothing run but its own files"):
    ChatServer.use(): server =>
      def get(path: String) =
        http.send(HttpRequest.newBuilder(URI.create(server.url + path)).nn.build(), BodyHandlers.ofString).nn
      val page = get("/chat/")
      assertEquals(page.statusCode, 200)
      val policy = page.headers.nn.firstValue("Content-Security-Policy").nn.orElse("").nn
      assert(policy.contains("default-src 'none'") && !policy.contains("unsafe"), policy)
      assertEquals(
        get("/chat/js/main.js").headers.nn.firstValue("Content-Type").nn.orElse("").nn,
        "text/javascript; charset=utf-8"
      )
      assertEquals(get("/chat/no-such-file").statusCode, 404)
end EventStreamSuite
