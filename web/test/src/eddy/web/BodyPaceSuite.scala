package eddy.web

import eddy.testing.{Patience, Waits}

import java.nio.ByteBuffer
import java.util.concurrent.atomic.AtomicLong
import java.util.concurrent.{CompletableFuture, Flow}
import scala.concurrent.duration.{DurationInt, FiniteDuration}

/** Slow readers hold their clients back; slow clients are not waited for. */
class BodyPaceSuite extends WebSuite:
  private given scala.concurrent.ExecutionContext = engine.executionContext

  /** Takes one piece for each call. */
  private final class Hesitant extends Flow.Subscriber[ByteBuffer]:
    val subscription: CompletableFuture[Flow.Subscription] = CompletableFuture()
    val bytes: AtomicLong = AtomicLong()
    val end: CompletableFuture[String] = CompletableFuture()
    def onSubscribe(s: Flow.Subscription): Unit = subscription.complete(s): Unit
    def onNext(piece: ByteBuffer): Unit = bytes.addAndGet(piece.remaining): Unit
    def onError(failure: Throwable): Unit = end.complete(failure.toString): Unit
    def onComplete(): Unit = end.complete("whole"): Unit

  for transport <- Seq(Transport.Auto, Transport.Nio) do
    test(
      s"a body of 256 MiB that nobody reads stays with its client, and comes whole when it is read ($transport)"
    ):
      val size = 256L << 20
      val reader = Hesitant()
      val routes = Routes.post("/", Body.Streamed(maxBytes = size)): (req, res) =>
        reader.end.whenComplete((_, _) => res.text(reader.bytes.get.toString)): Unit
        req.body.subscribe(reader)
      serving(routes, quiet.copy(transport = transport)): server =>
        connected(server): raw =>
          val sent = AtomicLong()
          val piece = new Array[Byte](64 * 1024)
          raw.send(s"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: $size\r\n\r\n")
          val sender = Thread: () =>
            while sent.get < size do
              raw.send(piece)
              sent.addAndGet(piece.length): Unit
            // the end of the client's side does not end the bytes still on their way
            raw.endOutput()
          sender.start()
          val subscription = await(reader.subscription)
          // Until the sockets are full: then nothing moves any more.
          var before = -1L
          while before != sent.get do
            before = sent.get
            sender.join(300)
          assert(before < (32L << 20), s"$before bytes were taken for a reader that wants none")
          assertEquals(reader.bytes.get, 0L)
          subscription.request(Long.MaxValue)
          assertEquals(raw.answer().body, size.toString)
          sender.join()
  end for

  test(
    "data pending for a slow reader is bounded by the buffer and one read of the socket, also when the client ends its side"
  ):
    val reader = Hesitant()
    val in = CompletableFuture[RequestBody]()
    val routes = Routes.post("/", Body.Streamed(bufferBytes = 16 * 1024)): (req, res) =>
      reader.end.whenComplete((end, _) => res.text(s"$end ${reader.bytes}")): Unit
      req.body.subscribe(reader)
      in.complete(req.body): Unit
    serving(routes): server =>
      connected(server): raw =>
        val size = 2 << 20
        raw.send(s"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: $size\r\n\r\n")
        val sender = Thread: () =>
          raw.send(new Array[Byte](size))
          raw.endOutput()
        sender.start()
        val body = await(in) match
          case body: internal.NettyRequestBody => body
          case other => fail(s"$other")
        var most = 0
        while most < 16 * 1024 && !raw.hasMoreWithin(5) do most = body.bufferedBytes
        sender.join(300)
        most = math.max(most, body.bufferedBytes)
        // one read of the socket on top, and a further one when the system tells of the client's end
        assert(most >= 16 * 1024 && most <= 16 * 1024 + 2 * 64 * 1024, s"$most bytes are held")
        await(reader.subscription).request(Long.MaxValue)
        sender.join()
        assertEquals(raw.answer().body, s"whole $size")

  test("a client that is silent while it is waited for gets 408, and the reader gets the failure"):
    val reader = Hesitant()
    val routes = Routes.post("/", Body.Streamed()): (req, _) =>
      req.body.subscribe(reader)
    serving(routes, quiet.copy(timeouts = Timeouts(body = 200.millis))): server =>
      connected(server): raw =>
        raw.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nhello")
        await(reader.subscription).request(Long.MaxValue)
        assertEquals((raw.answer().status, raw.isAtEnd), (408, true))
        assert(
          await(reader.end).contains("408: The request's body came too slowly: 5 bytes so far."),
          await(reader.end)
        )

  test("a client that drips, never silent for long, is cut off by its rate"):
    val reader = Hesitant()
    val routes = Routes.post("/", Body.Streamed(minBytesPerSecond = 1000)): (req, _) =>
      req.body.subscribe(reader)
    serving(routes, quiet.copy(timeouts = Timeouts(body = 1.second))): server =>
      connected(server): raw =>
        raw.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n")
        await(reader.subscription).request(Long.MaxValue)
        var drops = 0
        while drops < 1000 && !raw.hasMoreWithin(30) do
          raw.send("x")
          drops += 1
        assertEquals(raw.answer().status, 408)
        assert(drops < 1000, s"$drops drops were waited for")

  test(
    "a reader may take its time: while it does, its client is not too slow, and the answer may come later than its timeout"
  ):
    val answer = Patience.growing(2.seconds, 8.seconds, 30.seconds)(answerToSlowReader)(_ == "whole")
    assertEquals(answer, "whole")

  /** The answer of a reader that takes five pieces, a quarter of the timeout apart: longer than the timeout,
    * which neither the client's sending nor what the reader does at once exceeds.
    */
  private def answerToSlowReader(timeout: FiniteDuration): String =
    val reader = Hesitant()
    val routes = Routes.post("/", Body.Streamed()): (req, res) =>
      reader.end.whenComplete((end, _) => res.text(end)): Unit
      req.body.subscribe(reader)
      def more(): Unit =
        Waits.await(reader.subscription).request(1)
        if !reader.end.isDone then
          val _ = req.after(timeout / 4)(() => more())
      more()
    serving(routes, quiet.copy(timeouts = Timeouts(body = timeout, response = timeout))): server =>
      connected(server): raw =>
        raw.send("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
        for _ <- 1 to 5 do raw.send(s"2000\r\n${"x" * 0x2000}\r\n")
        raw.send("0\r\n\r\n")
        raw.answer().body

  test("a handler that neither reads nor answers gets 503, and its reader later an error"):
    val body = CompletableFuture[RequestBody]()
    val routes = Routes.post("/", Body.Streamed())((req, _) => body.complete(req.body): Unit)
    serving(routes, quiet.copy(timeouts = Timeouts(response = 100.millis))): server =>
      connected(server): raw =>
        raw.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nhello")
        assertEquals(raw.answer().status, 503)
        assert(nextReport()._1.getMessage.startsWith("no answer within 100 milliseconds"))
        val late = CompletableFuture[Throwable]()
        await(body).discard().failed.foreach(late.complete(_): Unit)
        assert(await(late).isInstanceOf[BodyException], await(late))
end BodyPaceSuite
