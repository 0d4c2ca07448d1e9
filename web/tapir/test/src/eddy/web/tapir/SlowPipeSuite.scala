package eddy.web.tapir

import eddy.runtime.WorkerStats
import eddy.testing.{Eventually, Waits}
import eddy.web.{Frame, RunningServer, WebSocketClient, WebSocketOptions, WebSuite}

import java.util.concurrent.{Executors, Flow, LinkedBlockingQueue, Semaphore, SubmissionPublisher, TimeUnit}
import java.util.zip.Deflater

import sttp.capabilities.WebSockets
import sttp.shared.Identity
import sttp.tapir.*
import sttp.tapir.server.ServerEndpoint

/** Clients that are ahead of the pipe which takes their messages. */
class SlowPipeSuite extends WebSuite:
  private val MiB = 1024 * 1024
  private type Endpoint = ServerEndpoint[FlowStreams & WebSockets, Identity]

  /** As a client compresses it (RFC 7692). */
  private def deflated(content: Array[Byte]): Array[Byte] =
    val deflater = Deflater(9, true)
    deflater.setInput(content)
    val out = new Array[Byte](content.length / 100 + 1000)
    val n = deflater.deflate(out, 0, out.length, Deflater.SYNC_FLUSH)
    deflater.end()
    out.take(n - 4)

  private def socket(path: String, options: Option[WebSocketOptions] = None)(
      pipe: Flow.Publisher[Array[Byte]] => Flow.Publisher[String]
  ): Endpoint =
    val plain = endpoint.get.in(path)
      .out(webSocketBody[Array[Byte], CodecFormat.OctetStream, String, CodecFormat.TextPlain](FlowStreams))
    options.fold(plain)(plain.attribute(EddyServerInterpreter.webSocketOptions, _)).handleSuccess(_ => pipe)

  private def liveBytes: Long =
    System.gc()
    val runtime = Runtime.getRuntime
    runtime.totalMemory - runtime.freeMemory

  /** A pipe with a thread of its own: the WebSocket's handlers do not wait for it, only messages do. */
  private def apart[A, B](turns: Semaphore)(f: A => B)(in: Flow.Publisher[A]): Flow.Publisher[B] =
    val out = SubmissionPublisher[B](_.run(), Flow.defaultBufferSize)
    val thread = Executors.newSingleThreadExecutor()
    in.subscribe(
      new Flow.Subscriber[A]:
        private def ask(s: Flow.Subscription): Unit = thread.execute: () =>
          turns.tryAcquire(Waits.LimitSeconds, TimeUnit.SECONDS): Unit
          s.request(1)
        private var asked: Flow.Subscription | Null = null
        def onSubscribe(s: Flow.Subscription): Unit =
          asked = s
          ask(s)
        def onNext(a: A): Unit =
          out.submit(f(a)): Unit
          val s = asked
          if s != null then ask(s)
        def onError(e: Throwable): Unit =
          out.closeExceptionally(e)
          thread.shutdown()
        def onComplete(): Unit =
          out.close()
          thread.shutdown()
    )
    out
  end apart

  test("messages that wait for the pipe are held as they came, however large they become"):
    val turns = Semaphore(0)
    val sizes = LinkedBlockingQueue[Int]()
    val messages = 250
    val slow = socket("slow")(apart(turns): bytes =>
      sizes.put(bytes.length)
      "taken")
    serving(EddyServerInterpreter().toRoutes(List(slow))): server =>
      connected(server): raw =>
        val client = WebSocketClient(raw, "/slow", "Sec-WebSocket-Extensions: permessage-deflate\r\n")
        val message = deflated(new Array[Byte](MiB))
        turns.release()
        client.send(2, message, rsv = 4)
        assertEquals(awaitNext(sizes), MiB)
        val before = liveBytes
        (1 until messages).foreach(_ => client.send(2, message, rsv = 4))
        // no more than wait are read
        val usual = WebSocketOptions().maxQueuedMessages
        Eventually.until("the client's messages wait")(
          server.metrics.registry.counter("eddy.websocket.messages", "direction", "in").count >= usual
        )
        Eventually.until("their handlers have run"):
          val stats = engine.stats
          stats.queued == 0 && stats.workers.forall(_.state == WorkerStats.State.Asleep)
        assert(clue(liveBytes - before) < 16L * MiB)
        turns.release(messages)
        (1 until messages).foreach(_ => assertEquals(awaitNext(sizes), MiB))
        (1 to messages).foreach(_ => assertEquals(client.frame().text, "taken"))

  test("a client that is ahead of the pipe is read no further, and loses nothing"):
    val turns = Semaphore(0)
    val slow = socket("slow", Some(WebSocketOptions(maxQueuedMessages = 4)))(Shop.mapped { bytes =>
      turns.tryAcquire(Waits.LimitSeconds, TimeUnit.SECONDS): Unit
      String(bytes)
    })
    serving(EddyServerInterpreter().toRoutes(List(slow))): server =>
      connected(server): raw =>
        val client = WebSocketClient(raw, "/slow")
        (1 to 600).foreach(n => client.send(2, s"$n".getBytes))
        turns.release(600)
        (1 to 600).foreach(n => assertEquals(client.frame().text, s"$n"))

  test("a pipe whose subscriber throws, on a thread of its own, closes the WebSocket and is reported"):
    val turns = Semaphore(0)
    val slow =
      socket("slow")(apart(turns)((_: Array[Byte]) => throw IllegalStateException("as the test wants")))
    serving(EddyServerInterpreter().toRoutes(List(slow))): server =>
      connected(server): raw =>
        val client = WebSocketClient(raw, "/slow")
        client.send(2, Array[Byte](1))
        client.send(2, Array[Byte](2))
        Eventually.until("both messages wait")(
          server.metrics.registry.counter("eddy.websocket.messages", "direction", "in").count == 2
        )
        turns.release()
        assertEquals(client.frame().closeCode, 1011)
        assertEquals(nextReport()._1.getMessage, "as the test wants")

  test("options hold for all endpoints of an interpreter, or for one; those of one path must agree"):
    def echo(path: String, options: Option[WebSocketOptions] = None) =
      socket(path, options)(Shop.mapped(bytes => s"${bytes.length}"))
    val routes = EddyServerInterpreter().webSockets(WebSocketOptions(maxMessageBytes = 1000))
      .toRoutes(List(echo("usual"), echo("own", Some(WebSocketOptions(maxMessageBytes = 2000)))))
    def answer(server: RunningServer, path: String, size: Int): Frame =
      connected(server): raw =>
        val client = WebSocketClient(raw, path)
        client.send(2, new Array[Byte](size))
        client.frame()
    serving(routes): server =>
      assertEquals(answer(server, "/usual", 1000).text, "1000")
      assertEquals(answer(server, "/usual", 1001).closeCode, 1009)
      assertEquals(answer(server, "/own", 2000).text, "2000")
      assertEquals(answer(server, "/own", 2001).closeCode, 1009)
    val failure = intercept[IllegalArgumentException]:
      EddyServerInterpreter().toRoutes(List(
        echo("a"),
        echo("a", Some(WebSocketOptions(maxMessageBytes = 2000)))
      ))
    assert(clue(failure.getMessage.nn).contains("the same WebSocketOptions"))
end SlowPipeSuite
