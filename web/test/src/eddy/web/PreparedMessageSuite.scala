package eddy.web

import eddy.testing.Eventually
import eddy.web.http2.Trusting
import eddy.web.internal.{MessageDeflate, PreparedRow}
import eddy.web.tls.Pem

import java.net.URI
import java.net.http.{HttpClient, WebSocket as JdkWebSocket}
import java.util.concurrent.atomic.AtomicInteger
import java.util.concurrent.{CompletableFuture, CompletionStage, CountDownLatch, LinkedBlockingQueue}

import io.netty.channel.{
  Channel,
  ChannelHandlerContext,
  ChannelOutboundHandlerAdapter,
  SingleThreadIoEventLoop
}

class PreparedMessageSuite extends WebSuite:
  private val deflate = "Sec-WebSocket-Extensions: permessage-deflate\r\n"

  /** The sockets that clients have opened, in that order. */
  private type Opened = LinkedBlockingQueue[WebSocket]

  private def next(opened: Opened): WebSocket = awaitNext(opened)

  /** Clients and their sockets, one after another: the handlers of sockets that open together run in any
    * order.
    */
  private def opening(raws: Seq[RawClient], opened: Opened, more: Seq[String] = Nil) =
    raws.zipAll(more, raws.head, "").map: (raw, headers) =>
      (WebSocketClient(raw, "/", headers), next(opened))
    .unzip

  private def content(frame: Frame): Seq[Byte] =
    if frame.rsv == 0 then frame.payload.toSeq
    else
      MessageDeflate.expand(frame.payload, 10_000_000) match
        case bytes: Array[Byte] => bytes.toSeq
        case bad => fail(s"$bad")

  test("one message reaches sockets with compression and without, among what each is sent otherwise"):
    val opened: Opened = LinkedBlockingQueue()
    val long = "news " * 1000
    serving(Routes.webSocket("/")(opened.put(_))): server =>
      connected(server): first =>
        connected(server): second =>
          val (clients, sockets) = opening(Seq(first, second), opened, Seq(deflate))
          val message = PreparedMessage.text(long)
          assertEquals(message.sizeBytes, 5000)
          for socket <- sockets do
            assertEquals(socket.send("before"), SendResult.Sent)
            assertEquals(socket.send(message), SendResult.Sent)
            assertEquals(socket.send("after"), SendResult.Sent)
          for (ws, rsv) <- clients.zip(Seq(4, 0)) do
            assertEquals(ws.frame().text, "before")
            val frame = ws.frame()
            assertEquals((frame.opcode, frame.fin, frame.rsv), (1, true, rsv))
            assertEquals(String(content(frame).toArray), long)
            assertEquals(ws.frame().text, "after")

  test("messages of every length arrive, as text and as bytes"):
    val opened: Opened = LinkedBlockingQueue()
    // the room of a message may still be taken when the client has it
    val roomy = WebSocketOptions(compressFromBytes = 0, maxBufferedBytes = 1024 * 1024)
    serving(Routes.webSocket("/", roomy)(opened.put(_))): server =>
      for more <- Seq("", deflate) do
        connected(server): raw =>
          val ws = WebSocketClient(raw, "/", more)
          val socket = next(opened)
          for length <- Seq(0, 1, 125, 126, 127, 65_535, 65_536, 200_000) do
            val bytes = Array.tabulate[Byte](length)(n => (n * 31 >> 5).toByte)
            assertEquals(socket.send(PreparedMessage.binary(bytes)), SendResult.Sent)
            val frame = ws.frame()
            assertEquals((frame.opcode, content(frame)), (2, bytes.toSeq), s"$length bytes")
            assertEquals(socket.send(PreparedMessage.text("x" * length)), SendResult.Sent)
            assertEquals(String(content(ws.frame()).toArray), "x" * length)

  test("it is encoded once and compressed once, however many sockets take it"):
    val message = PreparedMessage.text("news " * 1000)
    for compressed <- Seq(true, false) do
      // the array is the same before and after it has moved to where sockets write from
      val early = Seq.fill(20)(message.frame(compressed))
      early.foreach(f => assert(f.array eq early.head.array))
      val late = Seq.fill(100)(message.frame(compressed)).drop(20)
      late.foreach(f => assertEquals(f.memoryAddress, late.head.memoryAddress))
      assertEquals(late.head, early.head)
    val noise = new Array[Byte](1000)
    java.util.Random(1).nextBytes(noise)
    val random = PreparedMessage.binary(noise)
    assert(random.frame(compressed = true).array eq random.frame(compressed = false).array)

  test(
    "several in one piece are messages of their own, and count as one; none goes where it would be compressed"
  ):
    val opened: Opened = LinkedBlockingQueue()
    val options = WebSocketOptions(maxBufferedBytes = 1024 * 1024)
    serving(Routes.webSocket("/", options)(opened.put(_))): server =>
      connected(server): first =>
        connected(server): second =>
          val (clients, sockets) = opening(Seq(first, second), opened, Seq("", deflate))
          val Seq(plain, deflating) = sockets: @unchecked
          val texts = Seq("", "a", "b" * 125, "c" * 126, "d" * 65_536)
          val row = PreparedRow(texts.map(PreparedMessage.text).toArray)
          assertEquals((row.count, row.sizeBytes), (5, 1 + 125 + 126 + 65_536))
          // from the heap at first, then from where sockets write
          for _ <- 1 to 40 do
            Eventually.until("there is room")(plain.send(row) == SendResult.Sent)
            assertEquals(plain.send("own"), SendResult.Sent)
            for text <- texts :+ "own" do
              val frame = clients.head.frame()
              assertEquals((frame.opcode, frame.fin, frame.text), (1, true, text))
          assertEquals(deflating.send(row), SendResult.Full)
          assertEquals(deflating.bufferedBytes, 0L)
          val out = server.core.metrics.messagesOut
          assertEquals(out.count, 40.0 * 6)
          plain.close()
          assertEquals(plain.send(row), SendResult.Closed)

  test("a client that reads nothing fills its own buffer only; onDrain runs when there is room again"):
    val opened: Opened = LinkedBlockingQueue()
    val drained = CountDownLatch(1)
    val routes = Routes.webSocket("/"): socket =>
      socket.onDrain(() => drained.countDown())
      opened.put(socket)
    serving(routes): server =>
      val slow = RawClient(server.port, receiveBuffer = 8 * 1024)
      try
        connected(server): raw =>
          val slowOne = WebSocketClient(slow, "/")
          val slowSocket = next(opened)
          val fast = WebSocketClient(raw, "/")
          val fastSocket = next(opened)
          val message = PreparedMessage.binary(new Array[Byte](16 * 1024))
          var count = 0
          while slowSocket.send(message) == SendResult.Sent do
            assertEquals(fastSocket.send(message), SendResult.Sent)
            assertEquals(fast.frame().payload.length, 16 * 1024)
            count += 1
          assert(slowSocket.bufferedBytes <= 256 * 1024)
          assert(count >= 15, s"$count messages")
          for _ <- 1 to count do assertEquals(slowOne.frame().payload.length, 16 * 1024)
          await(drained)
          slowSocket.close()
          assertEquals(slowSocket.send(message), SendResult.Closed)
      finally slow.close()

  test("of a compressed message that several clients do not take, the compressed bytes count, and once"):
    val opened: Opened = LinkedBlockingQueue()
    val options = WebSocketOptions(maxBufferedBytes = 8 * 1024 * 1024)
    serving(Routes.webSocket("/", options)(opened.put(_))): server =>
      val raws = Seq.fill(3)(RawClient(server.port, receiveBuffer = 8 * 1024))
      try
        val (_, sockets) = opening(raws, opened, Seq.fill(3)(deflate))
        // two characters for each random byte
        val noise = new Array[Byte](2 * 1024 * 1024)
        java.util.Random(1).nextBytes(noise)
        val message = PreparedMessage.text(java.util.HexFormat.of.formatHex(noise))
        val compressed = message.frame(compressed = true).readableBytes
        assert(compressed < message.sizeBytes * 6 / 10)
        sockets.foreach(socket => assertEquals(socket.send(message), SendResult.Sent))
        def unsent = server.metrics.registry.get("eddy.http.unsent.bytes").gauge.value
        Eventually.until("it waits for all", s"$unsent bytes wait, of $compressed"):
          val now = unsent
          now > compressed * 9 / 10 && now < compressed * 11 / 10
      finally raws.foreach(_.close())

  test("many threads send the same messages to many sockets of several I/O threads"):
    val opened: Opened = LinkedBlockingQueue()
    val roomy = WebSocketOptions(maxBufferedBytes = 1024 * 1024)
    serving(Routes.webSocket("/", roomy)(opened.put(_)), quiet.copy(ioThreads = 2)): server =>
      val raws = Seq.fill(8)(RawClient(server.port))
      try
        val clients =
          raws.zipWithIndex.map((raw, n) => WebSocketClient(raw, "/", if n % 2 == 0 then deflate else ""))
        val sockets = clients.map(_ => next(opened))
        val senders = (1 to 4).map: n =>
          CompletableFuture.runAsync: () =>
            for i <- 1 to 100 do
              val message = PreparedMessage.text(s"$n $i " + "x" * 600)
              sockets.foreach: socket =>
                if socket.send(message) != SendResult.Sent then sys.error("there was no room")
        await(CompletableFuture.allOf(senders*)): Unit
        for ws <- clients do
          val all = Seq.fill(400)(String(content(ws.frame()).toArray))
          for n <- 1 to 4 do
            assertEquals(all.filter(_.startsWith(s"$n ")), (1 to 100).map(i => s"$n $i " + "x" * 600))
      finally raws.foreach(_.close())

  test("over TLS a shared message is put together with others, and stays what it is"):
    val opened: Opened = LinkedBlockingQueue()
    serving(Routes.webSocket("/")(opened.put(_)), quiet.copy(tls = Some(Tls(Pem.shared)))): server =>
      val texts = LinkedBlockingQueue[String]()
      val listener = new JdkWebSocket.Listener:
        override def onText(ws: JdkWebSocket, data: CharSequence, last: Boolean): CompletionStage[?] | Null =
          texts.put(data.toString)
          ws.request(1)
          null
      val http = HttpClient.newBuilder().sslContext(Trusting.context).build()
      try
        val address = URI(server.url.replace("https:", "wss:") + "/")
        val clients = Seq.fill(2)(await(http.newWebSocketBuilder().buildAsync(address, listener)))
        val sockets = clients.map(_ => next(opened))
        val message = PreparedMessage.text("shared")
        for n <- 1 to 100 do
          for socket <- sockets do
            socket.send(message): Unit
            socket.send(s"own $n"): Unit
        val all = Seq.fill(400)(awaitNext(texts)).groupBy(identity).map((text, times) =>
          text -> times.size
        )
        assertEquals(all, Map("shared" -> 200) ++ (1 to 100).map(n => s"own $n" -> 2))
        clients.foreach(_.abort())
      finally http.close()

  test(
    "a burst from another thread is one task for the I/O thread, and each socket is flushed once for 256 messages"
  ):
    val opened: Opened = LinkedBlockingQueue()
    serving(Routes.webSocket("/")(opened.put(_)), quiet.copy(ioThreads = 1)): server =>
      val raws = Seq.fill(5)(RawClient(server.port))
      try
        val (clients, sockets) = opening(raws, opened)
        val channels = server.core.connections.toArray(Array.empty[Channel])
        val flushes = AtomicInteger()
        channels.foreach(_.pipeline.addFirst(CountingFlushes(flushes)): Unit)
        val loop = channels.head.eventLoop match
          case one: SingleThreadIoEventLoop => one
          case other => fail(s"$other")
        val held = CountDownLatch(1)
        val go = CountDownLatch(1)
        loop.execute: () =>
          held.countDown()
          go.await()
        await(held)
        val message = PreparedMessage.text("x")
        for _ <- 1 to 200; socket <- sockets do assertEquals(socket.send(message), SendResult.Sent)
        for _ <- 1 to 400 do assertEquals(sockets.head.send(message), SendResult.Sent)
        assertEquals(loop.pendingTasks, 1)
        assertEquals(flushes.get, 0)
        go.countDown()
        for ws <- clients; _ <- 1 to 200 do assertEquals(ws.frame().text, "x")
        for _ <- 1 to 400 do assertEquals(clients.head.frame().text, "x")
        assertEquals(flushes.get, 4 + 3)
      finally raws.foreach(_.close())
      end try
end PreparedMessageSuite

private final class CountingFlushes(count: AtomicInteger) extends ChannelOutboundHandlerAdapter:
  override def flush(ctx: ChannelHandlerContext): Unit =
    count.incrementAndGet()
    ctx.flush(): Unit
