package eddy.web

import java.util.concurrent.CompletableFuture
import scala.concurrent.duration.DurationInt

class EventStreamSuite extends WebSuite:
  private def until(raw: RawClient, end: String): String =
    val out = new StringBuilder
    while !out.endsWith(end) do
      val size = Integer.parseInt(raw.line(), 16)
      out.append(String(raw.read(size), "UTF-8"))
      val _ = raw.line()
    out.toString

  test("events are written with their lines, type and id"):
    val routes = Routes.get("/"): (_, res) =>
      val events = res.events()
      val _ = events.retry(3.seconds)
      val _ = events.send("one\ntwo\r\nthree\rfour", event = "greeting", id = "7")
      val _ = events.send("")
      events.end()
    serving(routes): server =>
      val answer = ask(server, "/")
      assertEquals(
        answer.body,
        "retry: 3000\n\nid: 7\nevent: greeting\ndata: one\ndata: two\ndata: three\ndata: four\n\ndata: \n\n"
      )
      assertEquals(answer.head("content-type"), "text/event-stream")
      assertEquals(answer.head("cache-control"), "no-cache")
      assertEquals(answer.head("x-accel-buffering"), "no")

  test("line breaks in type or id are refused: data cannot forge events"):
    val messages = CompletableFuture[Unit]()
    val routes = Routes.get("/"): (_, res) =>
      val events = res.events()
      val _ = intercept[IllegalArgumentException](events.send("x", event = "a\ndata: y"))
      val _ = intercept[IllegalArgumentException](events.send("x", id = "a\rb"))
      messages.complete(()): Unit
      events.end()
    serving(routes): server =>
      assertEquals(ask(server, "/").body, "")
      await(messages)

  test("the handler gets the last event id of a reconnecting browser"):
    val routes = Routes.get("/")((req, res) => res.text(req.lastEventId.toString))
    serving(routes)(server =>
      assertEquals(ask(server, "/", headers = Seq("Last-Event-ID" -> "42")).body, "Some(42)")
    )

  test("a silent stream is kept open by comments"):
    val routes = Routes.get("/")((_, res) =>
      val _ = res.events()
    )
    serving(routes, quiet.copy(eventKeepAlive = 40.millis)): server =>
      connected(server): raw =>
        raw.get("/")
        assertEquals(raw.head().status, 200)
        assertEquals(until(raw, ": keep-alive\n\n: keep-alive\n\n"), ": keep-alive\n\n: keep-alive\n\n")

  test("onClose runs when the client ends its side, and the count of streams goes back"):
    val opened = CompletableFuture[EventStream]()
    val closed = CompletableFuture[Unit]()
    val routes = Routes.get("/"): (_, res) =>
      val events = res.events()
      events.onClose(() => closed.complete(()): Unit)
      opened.complete(events): Unit
    serving(routes): server =>
      val raw = RawClient(server.port)
      raw.get("/")
      assertEquals(raw.head().status, 200)
      assert(server.metrics.scrape().contains("eddy_event_streams 1.0"))
      raw.close()
      await(closed)
      assertEquals(await(opened).send("x"), SendResult.Closed)
      assert(server.metrics.scrape().contains("eddy_event_streams 0.0"))

  test("any thread may send, each event stays whole"):
    val routes = Routes.get("/"): (_, res) =>
      val events = res.events()
      val senders = (1 to 4).map: n =>
        CompletableFuture.runAsync(() =>
          for i <- 1 to 100 do assertEquals(events.send(s"$n-$i\n$n-$i"), SendResult.Sent)
        )
      val _ = CompletableFuture.allOf(senders*).thenRun(() => events.end())
    serving(routes): server =>
      val events = ask(server, "/").body.split("\n\n").toSeq
      assertEquals(events.size, 400)
      for n <- 1 to 4 do
        assertEquals(
          events.filter(_.startsWith(s"data: $n-")),
          (1 to 100).map(i => s"data: $n-$i\ndata: $n-$i")
        )
end EventStreamSuite
