package eddy.web

import eddy.inference.Inference

import java.nio.ByteBuffer
import java.util.concurrent.atomic.{AtomicBoolean, AtomicInteger}
import java.util.concurrent.{CompletableFuture, Flow}
import scala.concurrent.duration.DurationInt

/** Responses that a Flow publisher writes. */
class PublishedResponseSuite extends WebSuite:
  /** `pieces` pieces, each made when it is asked for; then fails, if asked to. */
  private final class Pieces(pieces: Int, size: Int, failure: Throwable | Null = null)
      extends Flow.Publisher[ByteBuffer]:
    val made: AtomicInteger = AtomicInteger()
    val cancelled: CompletableFuture[Unit] = CompletableFuture()

    def subscribe(to: Flow.Subscriber[? >: ByteBuffer]): Unit =
      to.onSubscribe:
        new Flow.Subscription:
          private val over = AtomicBoolean()
          def cancel(): Unit =
            over.set(true)
            cancelled.complete(()): Unit
          // from a thread of its own: the caller may be the subscriber itself
          def request(n: Long): Unit = engine.execute: () =>
            if !over.get then
              if made.get < pieces then
                val k = made.getAndIncrement()
                to.onNext(ByteBuffer.wrap(Array.fill(size)((k % 10 + '0').toByte)))
              else if over.compareAndSet(false, true) then
                if failure == null then to.onComplete() else to.onError(failure)
  end Pieces

  test("the published pieces are the body, in order, and the connection stays usable"):
    serving(Routes.get("/")((_, res) => res.stream("text/plain", Pieces(25, 2)))): server =>
      connected(server): raw =>
        for _ <- 1 to 2 do
          raw.get("/")
          assertEquals(raw.answer().body, (0 until 25).map(k => s"${k % 10}" * 2).mkString)

  test("a publisher of the application's does not run alone"):
    val content = Pieces(1, 1)
    val callback: (Request, Response) => Unit = (_, res) => res.stream("text/plain", content)
    val accesses = Inference.summary(callback).accesses
    assertEquals(accesses.flatMap(_.coarse), Nil)

  test("a client that does not read holds the publisher back; when it reads, it gets all"):
    val pieces = Pieces(4000, 16 * 1024)
    serving(Routes.get("/")((_, res) => res.stream("text/plain", pieces))): server =>
      val raw = RawClient(server.port, receiveBuffer = 8 * 1024)
      try
        raw.get("/")
        assertEquals(raw.head().status, 200)
        val sweeps = Sweeps(server)
        var before = -1
        while before != pieces.made.get do
          before = pieces.made.get
          sweeps.await()
        assert(before < 1000, s"$before pieces of 16 KiB were made for a client that reads none")
        assertEquals(raw.chunks().length, 4000 * 16 * 1024)
      finally raw.close()

  test("a publisher that fails breaks the response off, and is reported"):
    val routes =
      Routes.get("/")((_, res) => res.stream("text/plain", Pieces(2, 3, IllegalStateException("dry"))))
    serving(routes): server =>
      connected(server): raw =>
        raw.get("/")
        assertEquals(raw.head().status, 200)
        assert(!raw.rest().contains("\r\n0\r\n"), "the body looked whole")
      val (failure, where) = nextReport()
      assertEquals(failure.getMessage, "dry")
      assert(where.startsWith("GET / (request "), where)

  test("a client that goes cancels the publisher; so does an answer by the server before"):
    val pieces = Pieces(Int.MaxValue, 1024)
    serving(Routes.get("/")((_, res) => res.stream("text/plain", pieces))): server =>
      val raw = RawClient(server.port)
      raw.get("/")
      assertEquals(raw.head().status, 200)
      raw.reset()
      await(pieces.cancelled)
    val late = Pieces(5, 1)
    val answered = CompletableFuture[Unit]()
    val routes = Routes.get("/late"): (_, res) =>
      await(answered)
      res.stream("text/plain", late)
    serving(routes, quiet.copy(timeouts = Timeouts(response = 50.millis))): server =>
      connected(server): raw =>
        raw.get("/late")
        assertEquals(raw.answer().status, 503)
        answered.complete(()): Unit
        await(late.cancelled)

  test("a request's body may be the response: bytes are sent back, with only the buffers between"):
    val routes = Routes.post("/", Body.Streamed(maxBytes = 1L << 30)): (req, res) =>
      res.stream("application/octet-stream", req.body)
    serving(routes): server =>
      connected(server): raw =>
        val size = 64 << 20
        raw.send(s"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: $size\r\n\r\n")
        val sender = Thread(() => raw.send(Array.fill(size)('z'.toByte)))
        sender.start()
        assertEquals(raw.head().status, 200)
        // the answer is not read: the request must come to a stop
        sender.join(1000)
        assert(sender.isAlive, "64 MiB were taken though nobody reads the answer")
        assertEquals(raw.chunks().length, size)
        sender.join()
        raw.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nok")
        assertEquals(raw.answer().body, "ok")
end PublishedResponseSuite
