package eddy.web

import eddy.testing.Eventually

import java.util.Random
import java.util.concurrent.CompletableFuture
import java.util.concurrent.atomic.AtomicInteger

/** Clients that leave in every possible state: whatever the server keeps for them must be gone afterwards. */
class ComingAndGoingSuite extends WebSuite:
  for transport <- Seq(Transport.Auto, Transport.Nio) do
    test(s"after many clients have come and gone in all ways, nothing of them is left ($transport)"):
      allGone(quiet.copy(transport = transport))

  test("a client that goes away while its messages wait is not a failure of the server"):
    val inside, free, gone = CompletableFuture[Unit]()
    val routes = Routes.webSocket("/ws", WebSocketOptions(maxQueuedMessages = 1)): socket =>
      socket.onText: _ =>
        inside.complete(()): Unit
        free.get(): Unit
      socket.onClose((_, _) => gone.complete(()): Unit)
    serving(routes ++ Health.routes): server =>
      connected(server): raw =>
        val ws = WebSocketClient(raw, "/ws")
        ws.send("one")
        await(inside)
        ws.send("two")
        raw.reset()
        Eventually.until("the WebSocket is gone")(server.metrics.scrape().contains("eddy_websockets 0.0"))
        free.complete(()): Unit
        await(gone): Unit
        // by the same I/O thread, when it has heard that there is room for messages again
        assertEquals(ask(server, "/health").statusCode, 200)
        assertEquals(Option(reports.poll), None)

  private def allGone(config: ServerConfig): Unit =
    val openSockets = AtomicInteger()
    val openStreams = AtomicInteger()
    val routes = Routes
      .get("/")((_, res) => res.text("ok"))
      .get("/later")((req, res) =>
        val _ = req.after(scala.concurrent.duration.DurationInt(3).millis)(() => res.text("later"))
      )
      .post("/")((req, res) => res.text(req.bodyText))
      .get("/events"): (_, res) =>
        openStreams.incrementAndGet(): Unit
        val events = res.events()
        events.onClose(() => openStreams.decrementAndGet(): Unit)
        val _ = events.send("hello")
      .webSocket("/ws"): socket =>
        openSockets.incrementAndGet(): Unit
        socket.onText(text =>
          val _ = socket.send(text)
        )
        socket.onClose((_, _) => openSockets.decrementAndGet(): Unit)
    serving(routes, config): server =>
      val crowd = (1 to 8).map: n =>
        CompletableFuture.runAsync(
          () => (1 to 60).foreach(i => visit(server, Random(n * 1000L + i))),
          r => Thread(r).start()
        )
      crowd.foreach(a => await(a): Unit)
      def left = Seq("connections", "websockets", "event_streams").map(name => gauge(server, s"eddy_$name"))
      Eventually.until("all are gone", s"$left, $openSockets sockets, $openStreams streams"):
        left.forall(_ == 0) && openSockets.get == 0 && openStreams.get == 0
      assertEquals(left, Seq(0.0, 0.0, 0.0))
      assertEquals((openSockets.get, openStreams.get), (0, 0))
      assertEquals(reports.size, 0)
  end allGone

  private def visit(server: RunningServer, random: Random): Unit =
    val raw = RawClient(server.port)
    try
      random.nextInt(7) match
        case 0 => raw.get("/")
        case 1 => raw.send("GET / HTTP/1.1\r\nHo")
        case 2 => raw.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nabc")
        case 3 => raw.get("/later")
        case 4 =>
          raw.get("/events")
          assertEquals(raw.head().status, 200)
        case 5 =>
          val ws = WebSocketClient(raw, "/ws")
          ws.send("x")
          if random.nextBoolean() then assertEquals(ws.frame().text, "x")
        case _ =>
          val ws = WebSocketClient(raw, "/ws")
          ws.close(1000)
          if random.nextBoolean() then assertEquals(ws.frame().closeCode, 1000)
      if random.nextBoolean() then raw.endOutput()
    finally if random.nextBoolean() then raw.reset() else raw.close()
  end visit

  private def gauge(server: RunningServer, name: String): Double =
    server.metrics.registry.scrape().linesIterator.find(_.startsWith(s"$name ")).get.split(" ")(1).toDouble
end ComingAndGoingSuite
