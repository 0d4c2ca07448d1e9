package eddy.web.http2

import eddy.web.{Body, Http2, Routes, RunningServer, SendResult, Server, Timeouts, WebSuite}

import java.net.URI
import java.net.http.HttpClient.Version
import java.net.http.HttpResponse.BodyHandlers
import java.net.http.{HttpClient, HttpRequest}
import java.util.concurrent.atomic.AtomicInteger
import java.util.concurrent.{CompletableFuture, LinkedBlockingQueue}
import scala.concurrent.duration.DurationInt

class Http2Suite extends WebSuite, eddy.testing.WaitingTests:
  private def raw[A](server: RunningServer, window: Int = 65_535)(body: RawHttp2 => A): A =
    val raw = RawHttp2(server.port, window)
    try body(raw)
    finally raw.close()

  private val ok = Routes.get("/")((_, res) => res.text("ok")).post("/")((req, res) => res.text(req.bodyText))

  test("requests of one connection are answered as they are done, not as they came"):
    val later = CompletableFuture[Unit]()
    val routes = ok.get("/slow"): (_, res) =>
      await(later)
      res.text("slow")
    serving(routes): server =>
      raw(server): raw =>
        val slow = raw.request("/slow")
        assertEquals(raw.answer(raw.request("/")).text, "ok")
        later.complete(()): Unit
        assertEquals(raw.answer(slow).text, "slow")

  test("writing to a client that takes no bytes answers Full; the rest is sent when it does"):
    val full = CompletableFuture[Unit]()
    val sent = AtomicInteger()
    val routes = ok.get("/stream"): (_, res) =>
      val out = res.stream("text/plain")
      def pump(): Unit =
        while sent.get < 2_000_000 && out.write("x" * 10_000) == SendResult.Sent do
          sent.addAndGet(10_000): Unit
        if sent.get < 2_000_000 then full.complete(()): Unit else out.end()
      out.onDrain(() => pump())
      pump()
    serving(routes): server =>
      raw(server, window = 0): raw =>
        val stream = raw.request("/stream")
        await(full)
        // While others are answered, no more of it is taken in than its buffer holds.
        (1 to 20).foreach(_ => assertEquals(raw.answer(raw.request("/", "HEAD")).status, 200))
        assert(sent.get < 400_000, sent.toString)
        raw.grant(stream, 65_535)
        assertEquals(raw.answer(stream).body.length, 2_000_000)

  test("a client that takes nothing of an answer for too long loses the stream, not the connection"):
    val large = Routes.get("/large")((_, res) => res.text("x" * 1000))
    serving(ok ++ large, quiet.copy(timeouts = Timeouts(write = 100.millis))): server =>
      raw(server, window = 0): raw =>
        val stream = raw.request("/large")
        assertEquals(raw.await(f => f.kind == Frame.Reset && f.stream == stream).error, 8)
        val next = raw.request("/", "HEAD")
        assertEquals(raw.answer(next).status, 200)

  test("a body that is not read is not requested, and other requests are served"):
    val go = CompletableFuture[Unit]()
    val begun = CompletableFuture[Unit]()
    val routes = ok.post("/slow", Body.Streamed(1L << 30, bufferBytes = 8 * 1024)): (req, res) =>
      begun.complete(()): Unit
      await(go)
      res.text(req.body.inputStream().readAllBytes().length.toString)
    serving(routes, quiet.copy(http2 = Some(Http2(windowBytes = 32 * 1024)))): server =>
      raw(server): raw =>
        val slow = raw.request("/slow", "POST", end = false)
        raw.data(slow, new Array[Byte](16_000), end = false)
        raw.data(slow, new Array[Byte](16_000), end = false)
        await(begun)
        val fast = raw.request("/", "POST", end = false)
        raw.data(fast, "fast".getBytes)
        val before = Iterator.continually(raw.read()).takeWhile(_.nonEmpty).flatten
          .takeWhile(f => f.stream != fast || !f.ends).toSeq
        assert(!before.exists(f => f.kind == Frame.WindowUpdate && f.stream == slow), before.toString)
        go.complete(()): Unit
        raw.data(slow, Array.empty)
        assertEquals(raw.answer(slow).text, "32000")

  test("more requests at once than allowed are refused, to be sent again"):
    val hold = CompletableFuture[Unit]()
    val routes = Routes.get("/"): (_, res) =>
      await(hold)
      res.text("held")
    serving(routes, quiet.copy(http2 = Some(Http2(maxConcurrentStreams = 2)))): server =>
      raw(server): raw =>
        val both = Seq.fill(2)(raw.request("/"))
        val third = raw.request("/")
        val refused = raw.await(f => f.kind == Frame.Reset && f.stream == third)
        assertEquals(refused.error, 7)
        hold.complete(()): Unit
        assertEquals(raw.answer(both.last).text, "held")

  test("frames that follow on a refused stream, sent before its client knew, ends nothing"):
    serving(ok, quiet.copy(http2 = Some(Http2(maxConcurrentStreams = 1)))): server =>
      raw(server): raw =>
        val first = raw.request("/", "POST", end = false)
        val refused = raw.request("/", "POST", end = false)
        val _ = raw.await(f => f.kind == Frame.Reset && f.stream == refused)
        raw.cancel(first)
        assertEquals(raw.answer(raw.request("/")).text, "ok")
        raw.data(refused, "late".getBytes)
        assertEquals(raw.answer(raw.request("/")).text, "ok")

  private def head =
    Seq(":method" -> "GET", ":scheme" -> "http", ":path" -> "/", ":authority" -> "localhost")

  /** How the connection ends when `act` sends on a stream that its client has ended. */
  private def ending(act: (RawHttp2, Int) => Unit): Unit =
    val hold = CompletableFuture[Unit]()
    val routes = ok.get("/held"): (_, res) =>
      await(hold)
      res.text("held")
    serving(routes): server =>
      raw(server): raw =>
        // while it is answered, and after
        act(raw, raw.request("/held"))
        assertEquals(raw.await(_.kind == Frame.GoAway).error, 5)
        assert(raw.isAtEnd)
      raw(server): raw =>
        val stream = raw.request("/")
        assertEquals(raw.answer(stream).text, "ok")
        act(raw, stream)
        assertEquals(raw.await(_.kind == Frame.GoAway).error, 5)
        assert(raw.isAtEnd)
      hold.complete(()): Unit

  test("a client that sends a head again for a request that it has ended is cut off, answered or not"):
    ending((raw, stream) => raw.headers(stream, head))

  test("so is one that sends more of a body that it has ended"):
    ending((raw, stream) => raw.data(stream, "more".getBytes))

  test("so is one that opens a stream with a lower number than one before"):
    serving(ok): server =>
      raw(server): raw =>
        raw.next = 5
        assertEquals(raw.answer(raw.request("/")).text, "ok")
        raw.headers(3, head)
        assertEquals(raw.await(_.kind == Frame.GoAway).error, 1)
        assert(raw.isAtEnd)

  Seq(
    "cancels requests without end" -> ((raw: RawHttp2) => raw.cancel(raw.request("/"))),
    "pings without end" -> ((raw: RawHttp2) => raw.frame(Frame.Ping, 0, 0, new Array[Byte](8))),
    "changes its settings without end" -> ((raw: RawHttp2) => raw.frame(Frame.Settings, 0, 0)),
    "sends empty data without end" -> { (raw: RawHttp2) =>
      if raw.next == 1 then raw.request("/", "POST", end = false): Unit
      raw.data(1, Array.empty, end = false)
    }
  ).foreach: (does, act) =>
    test(s"a client that $does gets ENHANCE_YOUR_CALM and is cut off; others are served"):
      serving(ok, quiet.copy(http2 = Some(Http2(maxResets = 20, maxControlFrames = 50)))): server =>
        raw(server): raw =>
          val sender = Thread.startVirtualThread: () =>
            try (1 to 100).foreach(_ => act(raw))
            catch case _: java.io.IOException => ()
          assertEquals(raw.await(_.kind == Frame.GoAway).error, 11)
          assert(raw.isAtEnd)
          sender.join()
        raw(server)(raw => assertEquals(raw.answer(raw.request("/")).text, "ok"))

  test("a stop says GOAWAY, finishes what is under way, and ends the connection"):
    val begun = CompletableFuture[Unit]()
    val finish = CompletableFuture[Unit]()
    val routes = Routes
      .get("/"): (_, res) =>
        begun.complete(()): Unit
        await(finish)
        res.text("finished")
      .get("/events")((_, res) => res.events().send("x"): Unit)
    val server = Server(quiet).start(routes)
    raw(server): raw =>
      val events = raw.request("/events")
      val _ = raw.await(f => f.stream == events && f.kind == Frame.Data)
      val stream = raw.request("/")
      await(begun)
      val stopped = CompletableFuture.runAsync(() => server.stop(2.minutes), r => Thread(r).start())
      val away = raw.await(_.kind == Frame.GoAway)
      assertEquals(away.error, 0)
      val _ = raw.await(f => f.stream == events && f.ends)
      finish.complete(()): Unit
      assertEquals(raw.answer(stream).text, "finished")
      assert(raw.isAtEnd)
      await(stopped): Unit

  test("a request not done within the drain time is answered with 503, or cut off if its answer has begun"):
    val begun = CompletableFuture[Unit]()
    val never = CompletableFuture[Unit]()
    val routes = ok
      .get("/never"): (_, res) =>
        begun.complete(()): Unit
        await(never)
        res.text("too late")
      .get("/endless")((_, res) => res.stream("text/plain").write("begun"): Unit)
    val server = Server(quiet).start(routes)
    raw(server): raw =>
      val endless = raw.request("/endless")
      val _ = raw.await(f => f.stream == endless && f.kind == Frame.Data)
      val half = raw.request("/", "POST", end = false)
      val waiting = raw.request("/never")
      await(begun)
      server.stop(50.millis)
      // to the connection's end
      val last = Iterator.continually(raw.read()).takeWhile(_.nonEmpty).flatten.toSeq
      def status(stream: Int) = last.filter(_.stream == stream).flatMap(_.fields).toMap.get(":status")
      assertEquals(Seq(half, waiting, endless).map(status), Seq(Some("503"), Some("503"), None))
      assert(!last.exists(f => f.stream == endless && f.ends), "the answer seems to be whole")
      never.complete(()): Unit

  test("a connection without requests is closed: soon before the first, later after it".tag(WaitingTest)):
    // long enough for its first bytes, on a busy machine too
    serving(ok, quiet.copy(timeouts = Timeouts(header = 3.seconds))): server =>
      raw(server)(raw => assertEquals(raw.await(_.kind == Frame.GoAway).error, 0))
    serving(ok, quiet.copy(timeouts = Timeouts(keepAlive = 100.millis))): server =>
      raw(server): raw =>
        assertEquals(raw.answer(raw.request("/")).text, "ok")
        assertEquals(raw.await(_.kind == Frame.GoAway).error, 0)

  test("a body that does not come is a 408, and the connection stays usable"):
    serving(ok, quiet.copy(timeouts = Timeouts(body = 100.millis))): server =>
      raw(server): raw =>
        val late = raw.request("/", "POST", end = false)
        assertEquals(raw.answer(late).status, 408)
        assertEquals(raw.await(f => f.kind == Frame.Reset && f.stream == late).error, 0)
        assertEquals(raw.answer(raw.request("/")).text, "ok")

  test("an exception in an open stream resets it"):
    val routes = Routes.get("/"): (_, res) =>
      res.stream("text/plain").write("begun"): Unit
      throw RuntimeException("broken")
    serving(routes): server =>
      raw(server): raw =>
        val stream = raw.request("/")
        assertEquals(raw.await(f => f.kind == Frame.Reset && f.stream == stream).error, 2)
        assertEquals(nextReport()(0).getMessage, "broken")

  test("a request that was cancelled is over: its streams end, and it counts as 499"):
    val gone = CompletableFuture[Unit]()
    val routes = ok.get("/events"): (_, res) =>
      val events = res.events()
      events.onClose(() => gone.complete(()): Unit)
      events.send("x"): Unit
    serving(routes): server =>
      raw(server): raw =>
        val stream = raw.request("/events")
        val _ = raw.await(f => f.stream == stream && f.kind == Frame.Data)
        raw.cancel(stream)
        await(gone)
        assertEquals(raw.answer(raw.request("/")).text, "ok")
      assert(server.metrics.scrape().contains("status=\"499\""))

  test("100 Continue is sent before the body that waits for it"):
    serving(ok): server =>
      raw(server): raw =>
        val stream = raw.request("/", "POST", Seq("expect" -> "100-continue"), end = false)
        val first = raw.await(f => f.stream == stream && f.kind == Frame.Headers)
        assertEquals(first.fields, Seq(":status" -> "100"))
        raw.data(stream, "body".getBytes)
        assertEquals(raw.answer(stream).text, "body")

  test(
    "a client that asks without end and takes no answers is read no further, and cut off".tag(WaitingTest)
  ):
    val events = LinkedBlockingQueue[String]()
    val routes = Routes
      .get("/"): (_, res) =>
        res.header("X-Long", "x" * 8000).empty()
        events.put("asked")
      .get("/events")((_, res) => res.events().onClose(() => events.put("cut")))
    serving(routes, quiet.copy(timeouts = Timeouts(write = 5.seconds))): server =>
      val raw = RawHttp2(server.port, receiveBuffer = 16 * 1024)
      try
        raw.request("/events"): Unit
        var asked = 0
        var last = "asked"
        while asked < 1000 && last == "asked" do
          raw.request("/"): Unit
          asked += 1
          last = String.valueOf(awaitNext(events))
        assertEquals(last, "cut", s"after $asked requests")
      finally raw.close()

  test("a client that offers to upgrade from HTTP/1.1 is answered over that"):
    val upgrading = HttpClient.newBuilder().version(Version.HTTP_2).build()
    serving(ok): server =>
      val answer = upgrading.send(HttpRequest.newBuilder(URI(server.url)).build(), BodyHandlers.ofString())
      assertEquals((answer.version, answer.body), (Version.HTTP_1_1, "ok"))

  test("without HTTP/2 in the configuration its first bytes are not a request"):
    serving(ok, quiet.copy(http2 = None)): server =>
      connected(server): raw =>
        raw.send("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")
        assertEquals(raw.answer().status, 505)
end Http2Suite
