package eddy.web.client

import eddy.testing.WaitingTests
import eddy.web.{Body, Routes, SendResult}

import java.nio.file.Files
import java.util.concurrent.CountDownLatch
import java.util.concurrent.atomic.AtomicLong
import scala.concurrent.duration.DurationInt

class StreamedAnswerSuite extends ClientFixture, WaitingTests:
  private val size = 20_000_000L

  /** Answers with `n` bytes. Counts the bytes written, and tells when its client has gone. */
  private final class Source:
    val written: AtomicLong = AtomicLong()
    val gone: CountDownLatch = CountDownLatch(1)
    val routes: Routes = Routes
      .get("/bytes"): (req, res) =>
        val all = req.query("n").get.toLong
        val out = res.stream("application/octet-stream")
        val piece = new Array[Byte](8192)
        var n = 0L
        def pump(): Unit =
          while n < all && out.write(piece.take((all - n).min(8192L).toInt)) == SendResult.Sent do
            n = (n + 8192).min(all)
            written.set(n)
          if n >= all then out.end()
        out.onClose(() => if n < all then gone.countDown())
        out.onDrain(() => pump())
        pump()
      .post("/count", Body.Streamed(maxBytes = Long.MaxValue))((req, res) =>
        res.complete(req.body.discard())(n => res.text(s"$n"))
      )
  end Source

  test("an answer is read while it comes, in place, by handlers, or into a file"):
    serving(Source().routes): server =>
      def call = http.get(s"${server.url}/bytes").query("n", size.toString).streamed
      val in = call.send().body.inputStream()
      assertEquals(in.transferTo(java.io.OutputStream.nullOutputStream), size)
      val file = Files.createTempDirectory("eddy").resolve("all")
      assertEquals(await(call.send().body.saveTo(file)), size)
      assertEquals(Files.size(file), size)
      val ended = CountDownLatch(1)
      var bytes = 0L
      val body = call.send().body
      body.onEnd(() => ended.countDown())
      body.onData(piece => bytes += piece.remaining)
      await(ended)
      assertEquals(bytes, size)

  test("a reader that takes its time holds the server back"):
    val source = Source()
    serving(source.routes): server =>
      val answer = http.get(s"${server.url}/bytes").query("n", "1000000000").streamed.send()
      val in = answer.body.inputStream()
      in.readNBytes(100_000): Unit
      // the system's buffers and ours are full long before
      assert(clue(source.written.get) < 100_000_000L)
      in.close()
      await(source.gone, "closing the stream ends the call")

  test("a service hands a body through, both ways, as it comes"):
    serving(Source().routes): server =>
      val api = http.at(server.url)
      val relay = Routes
        .get("/relay"): (_, res) =>
          api.get("/bytes").query("n", size.toString).streamed.onAnswer: answer =>
            res.stream("application/octet-stream", answer.body)
        .post("/relay", Body.Streamed(maxBytes = Long.MaxValue)): (req, res) =>
          api.post("/count").stream("application/octet-stream", req.body).onAnswer(a => res.text(a.bodyText))
      serving(relay): front =>
        val in = http.get(s"${front.url}/relay").streamed.send().body.inputStream()
        assertEquals(in.transferTo(java.io.OutputStream.nullOutputStream), size)
        val sent = http.post(s"${front.url}/relay").bytes(
          "application/octet-stream",
          new Array[Byte](5_000_000)
        ).send()
        assertEquals(sent.bodyText, "5000000")

  test("pieces of a streamed answer are events of the request"):
    serving(Source().routes): server =>
      val front = Routes.get("/sum"): (_, res) =>
        http.get(s"${server.url}/bytes").query("n", "100000").streamed.onAnswer: answer =>
          var inside, most, bytes = 0
          answer.body.onEnd(() => res.text(s"$bytes bytes, $most at a time"))
          answer.body.onData: piece =>
            inside += 1
            most = most.max(inside)
            bytes += piece.remaining
            inside -= 1
      serving(front)(shop =>
        assertEquals(http.get(s"${shop.url}/sum").send().bodyText, "100000 bytes, 1 at a time")
      )

  test("a body that nobody reads, or that the server leaves off, is given up".tag(WaitingTest)):
    val short = Client(ClientConfig(idleTimeout = 5.seconds))
    val silent = Routes.get("/silent"): (_, res) =>
      res.stream("text/plain").write("a"): Unit
    serving(Source().routes ++ silent): server =>
      val left = short.get(s"${server.url}/bytes").query("n", "1000000000").streamed.send()
      val quiet = short.get(s"${server.url}/silent").streamed.send().body.inputStream()
      assertEquals(quiet.read(), 'a'.toInt)
      val failure = failing(quiet.read())
      assertEquals(failure.failure, ClientFailure.Timeout)
      val unread = CountDownLatch(1)
      var why: Throwable | Null = null
      left.body.onError: failure =>
        why = failure
        unread.countDown()
      left.body.onData(_ => ())
      await(unread)
      assert(clue(why).isInstanceOf[ClientException])
      assertEquals(short.callsUnderWay, 0)
    short.close(1.second)
end StreamedAnswerSuite
