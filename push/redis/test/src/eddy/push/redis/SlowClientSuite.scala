package eddy.push.redis

import eddy.actor.ActorSystem
import eddy.push.*
import eddy.testing.Eventually
import eddy.web.{Server, ServerConfig, Timeouts}

import java.io.{BufferedReader, InputStreamReader}
import java.net.URI
import java.net.http.HttpResponse.BodyHandlers
import java.net.http.{HttpClient, HttpRequest, WebSocket}
import java.nio.charset.StandardCharsets.UTF_8
import java.util.concurrent.{CompletionStage, LinkedBlockingQueue}
import scala.concurrent.duration.DurationInt

/** Clients that read nothing for a while, and then get from the history what did not fit: their handlers
  * reach down to the mediator.
  */
class SlowClientSuite extends RedisSuite("push-redis-slow-client"):
  // more than the buffers of both ends hold
  private val count = 200
  private val filling = "x" * 60_000
  private val http = HttpClient.newBuilder.version(HttpClient.Version.HTTP_1_1).build

  /** Connects by `url`, reads nothing until it is `go`, and then returns the messages. */
  private def hears(connect: (String, () => Unit) => (() => String)): Unit =
    given ActorSystem = actors
    val redis = server()
    val namespace = Namespace(history = 2 * count, presence = true, clientsSubscribe = true)
    val channels = Channels.start(ChannelsConfig(Seq(namespace)), RedisMediator(config(redis.uri)))
    atEnd(await(channels.close()))
    await(channels.started)
    val push = Push(channels, PushConfig(anonymous = true, pingInterval = 10.minutes))
    atEnd(push.close())
    // who reads nothing is not cut off, however long the machine takes to publish
    val patient = ServerConfig(port = 0, accessLog = false, timeouts = Timeouts(write = 5.minutes))
    val running = Server(patient)(using actors.engine).start(push.routes)
    atEnd(running.stop(1.second))
    val next = connect(
      running.url,
      () =>
        Eventually.until("it is subscribed")(await(channels.presence("a")).size == 1)
        for some <- (1 to count).grouped(20) do
          some.map(i => channels.publish("a", Json(s"\"$i $filling\""))).foreach(f => await(f)): Unit
    )
    val heard = Iterator.continually(next()).flatMap("\"(\\d+) x".r.findFirstMatchIn(_).map(_.group(1)))
    assertEquals(heard.take(count).toVector, texts(1 to count))
  end hears

  private final class Client extends WebSocket.Listener:
    private val said = LinkedBlockingQueue[String]()
    private val text = StringBuilder()

    override def onOpen(socket: WebSocket): Unit = ()
    override def onText(socket: WebSocket, part: CharSequence, last: Boolean): CompletionStage[?] | Null =
      text ++= part.toString
      if last then
        said.add(text.result()): Unit
        text.clear()
      null
    override def onClose(socket: WebSocket, code: Int, reason: String): CompletionStage[?] | Null =
      said.add(s"closed with $code $reason"): Unit
      null

    def next(): String =
      val one = awaitNext(said)
      if one.startsWith("closed") then fail(one)
      one
  end Client

  private def bySocket(path: String, first: Option[String]): Unit = hears: (url, published) =>
    val client = Client()
    val socket = http.newWebSocketBuilder().buildAsync(URI(url.replace("http", "ws") + path), client).join()
    first.foreach(socket.sendText(_, true).join(): Unit)
    published()
    socket.request(Long.MaxValue)
    () => client.next()

  test("a slow client of a WebSocket recovers from the history"):
    bySocket("/socket/a", None)

  test("a slow client of the Centrifuge protocol recovers from the history"):
    val commands = "{\"id\":1,\"connect\":{}}\n{\"id\":2,\"subscribe\":{\"channel\":\"a\"}}"
    bySocket("/connection/websocket", Some(commands))

  test("a slow client of an event stream recovers from the history"):
    hears: (url, published) =>
      val answer =
        http.send(HttpRequest.newBuilder(URI(s"$url/events/a")).build(), BodyHandlers.ofInputStream())
      assertEquals(answer.statusCode, 200)
      val lines = BufferedReader(InputStreamReader(answer.body, UTF_8))
      published()
      () => Option(lines.readLine).getOrElse(fail("the stream has ended"))
end SlowClientSuite
