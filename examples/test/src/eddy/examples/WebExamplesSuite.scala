package eddy.examples

import eddy.web.*

import java.net.URI
import java.net.http.HttpClient
import java.net.http.HttpRequest
import java.net.http.HttpRequest.BodyPublishers
import java.net.http.HttpResponse
import java.net.http.HttpResponse.BodyHandlers
import java.net.http.WebSocket as ClientSocket
import java.util.concurrent.CompletionStage
import java.util.concurrent.LinkedBlockingQueue
import scala.concurrent.duration.*
import scala.jdk.CollectionConverters.*

class WebExamplesSuite extends eddy.testing.PatientSuite:
  private val client = HttpClient.newHttpClient.nn
  override def afterAll(): Unit = client.close()

  test("hello: greets by name"):
    serving(HelloHttp.routes): server =>
      assertEquals(get(server, "/hello/Ada").body, "Hello, Ada!")

  test("JSON API: an order is placed, and found where Location says"):
    serving(JsonApi.routes): server =>
      val placed = post(server, "/orders", """{"item":"tea","quantity":2}""")
      assertEquals(placed.statusCode, 201)
      val found = get(server, placed.headers.nn.firstValue("Location").nn.get.nn)
      assertEquals((found.statusCode, found.body), (200, """{"item":"tea","quantity":2}"""))

  test("JSON API: wrong orders are refused with a problem that says why"):
    serving(JsonApi.routes): server =>
      val none = post(server, "/orders", """{"item":"tea","quantity":0}""")
      assertEquals(none.statusCode, 422)
      assert(clue(none.body.nn).contains("order at least 1"))
      assertEquals(post(server, "/orders", """{"item":"tea"}""").statusCode, 400)
      assertEquals(post(server, "/orders", "tea, two of them").statusCode, 400)
      assertEquals(get(server, "/orders/none").statusCode, 404)

  test("library: endpoints answer, and the document tells of them"):
    serving(Library.routes): server =>
      assertEquals(post(server, "/books", """{"title":"Tides","year":1994}""").statusCode, 201)
      assertEquals(get(server, "/books/Tides").body, """{"title":"Tides","year":1994}""")
      assertEquals(get(server, "/books/Ebb").statusCode, 404)
      assert(clue(get(server, "/docs/docs.yaml").body.nn).contains("/books/{title}"))

  test("Fibonacci: computed once, then remembered; wrong numbers are refused"):
    val server = Fibonacci.start(ServerConfig(port = 0, accessLog = false))
    try
      assertEquals(get(server, "/?n=20").body, "result: 6765")
      assertEquals(get(server, "/?n=20").body, "result: 6765")
      assertEquals(get(server, "/?n=minus").statusCode, 400)
    finally server.stop(1.second)

  test("stock: many buy at once, and what is left and sold always agrees"):
    // however slow the machine: nothing is refused for being late
    val patient = Stock.config.copy(
      overload = Overload(maxWait = 5.minutes),
      timeouts = Timeouts(response = 5.minutes)
    )
    serving(Stock().routes, patient): server =>
      val bought =
        for i <- 1 to 300 yield
          val item = if i % 2 == 0 then "tea" else "coffee"
          val wanted = request(server, s"/buy/$item").POST(BodyPublishers.noBody).build
          val check = client.sendAsync(request(server, "/check").build, BodyHandlers.ofString)
          Seq(client.sendAsync(wanted, BodyHandlers.ofString), check)
      bought.flatten.foreach(answer => assertEquals(await(answer).statusCode, 200))
      assertEquals(get(server, "/check").body, "300 sold")
      assertEquals(get(server, "/hello").body, "Hello!")

  test("static files: the folder's page and what it links to"):
    serving(StaticFiles.routes): server =>
      assert(clue(get(server, "/").body.nn).contains("Served by Eddy"))
      val style = get(server, "/style.css")
      assert(clue(style.headers.nn.firstValue("Content-Type").nn.get.nn).startsWith("text/css"))

  test("WebSocket echo: text comes back"):
    serving(WebSocketEcho.routes): server =>
      val (socket, heard) = connect(server, "/echo")
      await(socket.sendText("hello", true)): Unit
      assertEquals(awaitNext(heard), "hello")
      await(socket.sendClose(1000, "")): Unit

  test("chat room: everybody hears everybody, also after one has left"):
    serving(ChatRoom.routes): server =>
      val (ada, adaHeard) = connect(server, "/room")
      val (grace, graceHeard) = connect(server, "/room")
      // the server opens a socket's handler after its handshake: who is in hears its own words
      def enter(socket: ClientSocket, heard: LinkedBlockingQueue[String], name: String): Unit =
        await(socket.sendText(s"$name is here", true)): Unit
        while awaitNext(heard) != s"$name is here" do ()
      enter(ada, adaHeard, "Ada")
      enter(grace, graceHeard, "Grace")
      assertEquals(awaitNext(adaHeard), "Grace is here")
      await(ada.sendClose(1000, "")): Unit
      await(grace.sendText("alone now", true)): Unit
      assertEquals(awaitNext(graceHeard), "alone now")
      await(grace.sendClose(1000, "")): Unit

  test("event clock: one tick follows the other"):
    serving(EventClock.routes(20.millis)): server =>
      val lines = client.send(request(server, "/clock").build, BodyHandlers.ofLines).nn.body.nn
      val data = lines.iterator.nn.asScala.filter(_.startsWith("data: ")).take(3).toSeq
      assert(clue(data.distinct).size > 1)
      lines.close()

  test("big download: every line arrives, in order"):
    serving(BigDownload.routes): server =>
      val lines = client.send(request(server, "/numbers/200000").build, BodyHandlers.ofLines).nn.body.nn
      assertEquals(lines.iterator.nn.asScala.map(_.toInt).zipWithIndex.count((n, i) => n == i + 1), 200_000)
      assertEquals(get(server, "/numbers/many").statusCode, 400)

  test("visits: the actor counts"):
    serving(Visits.routes): server =>
      assertEquals(get(server, "/visits").body, "You are visitor number 1.")
      assertEquals(get(server, "/visits").body, "You are visitor number 2.")

  /** A client of a WebSocket, and what it hears. */
  private def connect(server: RunningServer, path: String): (ClientSocket, LinkedBlockingQueue[String]) =
    val heard = LinkedBlockingQueue[String]()
    val listener = new ClientSocket.Listener:
      override def onText(
          socket: ClientSocket,
          data: CharSequence,
          last: Boolean
      ): CompletionStage[?] | Null =
        heard.put(data.toString)
        super.onText(socket, data, last)
    val socket =
      await(client.newWebSocketBuilder.nn.buildAsync(uri(server, path, "ws"), listener))
    (socket, heard)

  private def serving(
      routes: Routes,
      config: ServerConfig = ServerConfig()
  )(body: RunningServer => Unit): Unit =
    val server = Server(config.copy(port = 0, accessLog = false)).start(routes)
    try body(server)
    finally server.stop(1.second)

  private def uri(server: RunningServer, path: String, scheme: String = "http") =
    URI.create(s"$scheme://127.0.0.1:${server.port}$path")

  private def request(server: RunningServer, path: String): HttpRequest.Builder =
    HttpRequest.newBuilder(uri(server, path)).nn

  private def get(server: RunningServer, path: String): HttpResponse[String] =
    client.send(request(server, path).build, BodyHandlers.ofString).nn

  private def post(server: RunningServer, path: String, json: String): HttpResponse[String] =
    val posted = request(
      server,
      path
    ).header("Content-Type", "application/json").nn.POST(BodyPublishers.ofString(json)).nn
    client.send(posted.build, BodyHandlers.ofString).nn
end WebExamplesSuite
