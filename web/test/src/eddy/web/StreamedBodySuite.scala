package eddy.web

import java.nio.ByteBuffer
import java.nio.file.Files
import java.util.concurrent.{CompletableFuture, Flow, LinkedBlockingQueue, TimeUnit}
import scala.jdk.CollectionConverters.given
import scala.util.{Failure, Success}

/** Requests whose handlers read the body while it comes. */
class StreamedBodySuite extends WebSuite:
  private given scala.concurrent.ExecutionContext = engine.executionContext

  private def text(piece: ByteBuffer): String =
    val bytes = new Array[Byte](piece.remaining)
    piece.get(bytes): Unit
    String(bytes, "ISO-8859-1")

  private def chunk(text: String): String = s"${text.length.toHexString}\r\n$text\r\n"
  private val chunkedPost = "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"

  test("the handler runs when the header has arrived, and gets the body as it arrives"):
    val pieces = LinkedBlockingQueue[String]()
    val routes = Routes.post("/", Body.Streamed()): (req, res) =>
      pieces.put("header")
      req.body.onEnd(() => res.text("whole"))
      req.body.onData(piece => pieces.put(text(piece)))
    serving(routes): server =>
      connected(server): raw =>
        raw.send(chunkedPost)
        assertEquals(awaitNext(pieces), "header")
        for piece <- Seq("one", "two") do
          raw.send(chunk(piece))
          assertEquals(awaitNext(pieces), piece)
        raw.send("0\r\n\r\n")
        assertEquals(raw.answer().body, "whole")
        // and the connection continues
        raw.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nok")
        assertEquals(raw.answer().body, "whole")

  test("only requested bytes are delivered, and the end without a request"):
    val subscription = CompletableFuture[Flow.Subscription]()
    val signals = LinkedBlockingQueue[String]()
    val routes = Routes.post("/", Body.Streamed()): (req, res) =>
      req.body.subscribe:
        new Flow.Subscriber[ByteBuffer]:
          def onSubscribe(s: Flow.Subscription): Unit = subscription.complete(s): Unit
          def onNext(piece: ByteBuffer): Unit = signals.put(text(piece))
          def onError(failure: Throwable): Unit = signals.put(failure.toString)
          def onComplete(): Unit =
            signals.put("end")
            res.empty()
    serving(routes): server =>
      connected(server): raw =>
        raw.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc")
        val s = await(subscription)
        assertEquals(signals.poll(100, TimeUnit.MILLISECONDS), null)
        s.request(1)
        assertEquals(awaitNext(signals), "abc")
        assertEquals(awaitNext(signals), "end")
        assertEquals(raw.answer().status, 204)

  test("100 Continue is sent when the handler begins to read, and not before"):
    val read = CompletableFuture[Unit]()
    val routes = Routes.post("/", Body.Streamed()): (req, res) =>
      await(read)
      req.body.discard().foreach(n => res.text(n.toString))
    serving(routes): server =>
      connected(server): raw =>
        raw.send("POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n")
        assert(!raw.hasMoreWithin(150), "an answer before the handler read")
        read.complete(())
        assertEquals(raw.head().status, 100)
        raw.send("hello")
        assertEquals(raw.answer().body, "5")

  test(
    "a body larger than its route allows gets 413, at once or on the way; others are as large as theirs allow"
  ):
    val failed = LinkedBlockingQueue[Throwable]()
    val routes = Routes
      .post("/", Body.Streamed(maxBytes = 10)): (req, res) =>
        req.body.onError(failed.put(_))
        req.body.onEnd(() => res.text("whole"))
        req.body.onData(_ => ())
      .post("/small", Body.Whole(3))((req, res) => res.text(req.bodyText))
    serving(routes): server =>
      connected(server): raw =>
        raw.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 11\r\n\r\n")
        assertEquals((raw.answer().status, raw.isAtEnd, failed.size), (413, true, 0))
      connected(server): raw =>
        raw.send(chunkedPost + chunk("123456") + chunk("789ab"))
        val answer = raw.answer()
        assertEquals((answer.status, answer.header("Connection")), (413, Some("close")))
        assert(answer.body.contains("larger than 10 bytes"), answer.body)
        assert(raw.isAtEnd)
        awaitNext(failed) match
          case problem: HttpProblem => assertEquals(problem.status, 413)
          case other => fail(s"$other")
      assertEquals(ask(server, "/small", "POST", "abc").body, "abc")
      assertEquals(ask(server, "/small", "POST", "abcd").statusCode, 413)

  test("a broken chunk gets 400, and the reader gets the failure"):
    val failed = CompletableFuture[Throwable]()
    val routes = Routes.post("/", Body.Streamed()): (req, _) =>
      req.body.onError(failed.complete(_): Unit)
      req.body.onData(_ => ())
    serving(routes): server =>
      connected(server): raw =>
        raw.send(chunkedPost + chunk("fine") + "zz\r\n")
        assertEquals((raw.answer().status, raw.isAtEnd), (400, true))
        assert(await(failed).getMessage.startsWith("400"), await(failed))

  /** How the reading of a body ends whose client does so with half of it sent. */
  private def leftInTheMiddle(leave: RawClient => Unit): Throwable =
    val failed = LinkedBlockingQueue[Throwable]()
    val began = CompletableFuture[Unit]()
    val routes = Routes.post("/", Body.Streamed()): (req, res) =>
      req.body.onError: failure =>
        failed.put(failure)
        res.text("nobody there")
      req.body.onEnd(() => failed.put(IllegalStateException("whole")))
      req.body.onData(_ => began.complete(()): Unit)
    val failure = serving(routes): server =>
      connected(server): raw =>
        raw.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nhello")
        await(began)
        leave(raw)
      awaitNext(failed)
    assertEquals((failed.poll(), reports.poll()), (null, null))
    assert(failure.getMessage.contains("after 5 bytes"), failure)
    failure

  test(
    "an exception because the client went, or ended its side, in the middle is not reported"
  ):
    for leave <- Seq[RawClient => Unit](_.reset(), _.endOutput()) do
      val (began, handled) = (CompletableFuture[Unit](), CompletableFuture[Unit]())
      val routes = Routes.post("/", Body.Streamed()): (req, res) =>
        // an event behind what becomes of the failure
        req.nextTick(() => handled.complete(()): Unit)
        val in = req.body.inputStream()
        val first = in.read()
        began.complete(()): Unit
        res.text(s"$first ${in.readAllBytes().length}")
      serving(routes): server =>
        connected(server): raw =>
          raw.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nhello")
          await(began)
          leave(raw)
          await(handled)
      assertEquals(reports.poll(), null)

  test("the reader gets a failure when the client leaves in the middle, and nothing after it"):
    assert(leftInTheMiddle(_.reset()).isInstanceOf[BodyException])

  test("a client that ends its side in the middle gets 400, and the reader gets the failure"):
    val failure = leftInTheMiddle: raw =>
      raw.endOutput()
      val answer = raw.answer()
      assertEquals((answer.status, answer.header("Connection"), raw.isAtEnd), (400, Some("close"), true))
      assert(answer.body.contains("after 5 bytes"), answer.body)
    assert(failure.isInstanceOf[HttpProblem], failure)

  test("an answer that has begun before its client's side ended is sent to its end"):
    val began = CompletableFuture[Unit]()
    val routes = Routes.post("/", Body.Streamed()): (req, res) =>
      val out = res.stream("text/plain")
      req.body.onError: failure =>
        out.write(failure.getMessage): Unit
        out.end()
      req.body.onData: _ =>
        out.write("data,"): Unit
        began.complete(()): Unit
    serving(routes): server =>
      connected(server): raw =>
        raw.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nhello")
        assertEquals(raw.head().status, 200)
        await(began)
        raw.endOutput()
        assertEquals(raw.chunks(), "data,400: The request's body ended in the middle, after 5 bytes.")
        assert(raw.isAtEnd)

  test("a body is saved whole or not at all"):
    val folder = eddy.testing.TestFolder.make("eddy-body")
    val results = LinkedBlockingQueue[scala.util.Try[Long]]()
    val routes = Routes.post("/:name", Body.Streamed()): (req, res) =>
      req.body.saveTo(folder.resolve(req.path("name"))).onComplete: result =>
        results.put(result)
        res.empty()
    def names = Files.list(folder).iterator.asScala.map(_.getFileName.toString).toSeq.sorted
    serving(routes): server =>
      val content = "0123456789" * 50_000
      for _ <- 1 to 2 do // the second replaces the first
        assertEquals(ask(server, "/whole", "POST", content).statusCode, 204)
        assertEquals(awaitNext(results), Success(500_000L))
      assertEquals(Files.readString(folder.resolve("whole")), content)
      val raw = RawClient(server.port)
      raw.send("POST /half HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 10\r\n\r\n")
      // its handler has begun to read
      assertEquals(raw.head().status, 100)
      raw.send("hello")
      raw.reset()
      awaitNext(results) match
        case Failure(_: BodyException) => ()
        case other => fail(s"$other")
      assertEquals(names, Seq("whole"))
      // a folder that is not there
      assertEquals(ask(server, "/a%2Fb", "POST", "x").statusCode, 204)
      assert(awaitNext(results).failed.get.isInstanceOf[java.nio.file.NoSuchFileException])

  test("a library that wants an InputStream gets one, also of a body that was received whole"):
    def reads(req: Request, res: Response): Unit =
      val in = req.body.inputStream()
      res.text(String(in.readAllBytes()))
    val routes = Routes.post("/stream", Body.Streamed())(reads).post("/whole")(reads)
    serving(routes): server =>
      val content = "abc" * 100_000
      assertEquals(ask(server, "/stream", "POST", content).body, content)
      assertEquals(ask(server, "/whole", "POST", content).body, content)

  test("a second reader, and what reads bodies whole, are refused with the remedy"):
    val routes = Routes.post("/", Body.Streamed()): (req, res) =>
      val second = CompletableFuture[Throwable]()
      val first = req.body.discard()
      req.body.discard().failed.foreach(second.complete(_): Unit)
      first.foreach(_ =>
        res.text(s"${await(second).getMessage}|${intercept[IllegalStateException](req.bodyText).getMessage}")
      )
    serving(routes): server =>
      assertEquals(
        ask(server, "/", "POST", "x").body,
        "this body has a reader already: it comes once; read it in one way only|" +
          "POST / streams its bodies: read request.body, or register the route without Body.Streamed"
      )

  test("an exception of the reader is reported and becomes 500, whatever of the body is still to come"):
    val routes = Routes.post("/", Body.Streamed()): (req, _) =>
      req.body.onData(_ => throw IllegalStateException("full disk"))
    serving(routes): server =>
      connected(server): raw =>
        raw.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nhello")
        assertEquals(raw.answer().status, 500)
        assertEquals(nextReport()._1.getMessage, "full disk")
        raw.send("again")
        raw.get("/nowhere")
        assertEquals(raw.answer().status, 404)

  test("the metrics show bodies while they come, and those that did not come whole"):
    val began = CompletableFuture[Unit]()
    val failed = CompletableFuture[Throwable]()
    val routes = Routes.post("/", Body.Streamed()): (req, _) =>
      req.body.onError(failed.complete(_): Unit)
      req.body.onData(_ => began.complete(()): Unit)
    serving(routes): server =>
      def shown(name: String) = server.metrics.scrape().linesIterator.filter(_.startsWith(name)).mkString
      val raw = RawClient(server.port)
      raw.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nhello")
      await(began)
      assertEquals(shown("eddy_request_bodies_streaming"), "eddy_request_bodies_streaming 1.0")
      assertEquals(shown("eddy_request_body_bytes_total"), "eddy_request_body_bytes_total 5.0")
      raw.reset()
      await(failed): Unit
      assertEquals(shown("eddy_request_bodies_streaming"), "eddy_request_bodies_streaming 0.0")
      assertEquals(
        shown("eddy_request_bodies_broken"),
        "eddy_request_bodies_broken_total{status=\"499\"} 1.0"
      )
end StreamedBodySuite
