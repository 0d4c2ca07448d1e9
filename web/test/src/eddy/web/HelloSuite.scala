package eddy.web

import java.net.URI
import java.net.http.{HttpClient, HttpRequest, HttpResponse, WebSocket as JWebSocket}
import java.util.concurrent.{CompletableFuture, CompletionStage, TimeUnit}

class HelloSuite extends munit.FunSuite:
  test("a first tour: text, JSON, WebSocket and events"):
    val routes = Routes
      .get("/hello/:name")((req, res) => res.text(s"Hello, ${req.path("name")}!"))
      .post("/echo")((req, res) => res.text(req.bodyText))
      .webSocket("/ws")(socket => socket.onText(text => { val _ = socket.send(text) }))
      .get("/events"): (_, res) =>
        val stream = res.events()
        val _ = stream.send("a\nb", event = "x", id = "1")
        stream.close()
    val server = Server(ServerConfig(port = 0)).start(routes ++ Health.routes ++ Metrics.routes)
    try
      val client = HttpClient.newHttpClient()
      def get(path: String) =
        client.send(HttpRequest.newBuilder(URI(server.url + path)).build(), HttpResponse.BodyHandlers.ofString())
      assertEquals(get("/hello/you").body, "Hello, you!")
      assertEquals(get("/hello/").statusCode, 404)
      assertEquals(get("/events").body, "id: 1\nevent: x\ndata: a\ndata: b\n\n")
      val post = HttpRequest.newBuilder(URI(server.url + "/echo")).POST(HttpRequest.BodyPublishers.ofString("hi")).build()
      assertEquals(client.send(post, HttpResponse.BodyHandlers.ofString()).body, "hi")
      val answer = CompletableFuture[String]()
      val listener = new JWebSocket.Listener:
        override def onText(ws: JWebSocket, data: CharSequence, last: Boolean): CompletionStage[?] | Null =
          answer.complete(data.toString): Unit
          ws.request(1)
          null
      val ws = client
        .newWebSocketBuilder()
        .buildAsync(URI(server.url.replace("http", "ws") + "/ws"), listener)
        .get(5, TimeUnit.SECONDS)
      ws.sendText("ping", true).get(5, TimeUnit.SECONDS): Unit
      assertEquals(answer.get(5, TimeUnit.SECONDS), "ping")
      assert(get("/metrics").body.contains("eddy_requests"))
      assertEquals(get("/health").body, "ok\n")
    finally server.stop()
