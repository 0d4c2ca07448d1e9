package eddy.web.client

import eddy.web.{Routes, SendResult}

import java.net.{InetAddress, ServerSocket, Socket}
import java.util.concurrent.{CompletableFuture, CountDownLatch, LinkedBlockingQueue}
import scala.concurrent.duration.DurationInt

/** TCP connections that a service opens to others. */
class TcpClientSuite extends ClientFixture:
  private lazy val tcp = TcpClient()
  override def afterAll(): Unit =
    tcp.close()
    super.afterAll()

  /** A server of the JDK's, for one connection at a time. */
  private def listening[A](serve: Socket => Unit)(body: Int => A): A =
    val server = ServerSocket(0, 5, InetAddress.getLoopbackAddress)
    val thread = Thread.ofVirtual.start: () =>
      try
        while true do
          val socket = server.accept()
          try serve(socket)
          catch case _: java.io.IOException => () // the client has gone
          finally socket.close()
      catch case _: java.net.SocketException => () // the test is over
    try body(server.getLocalPort)
    finally
      server.close()
      thread.join(20_000): Unit

  private def echo(socket: Socket): Unit = socket.getInputStream.transferTo(socket.getOutputStream): Unit

  private def opened(port: Int, client: TcpClient = tcp)(set: TcpSocket => Unit): TcpSocket =
    val open = CompletableFuture[TcpSocket]()
    client.connect("127.0.0.1", port).open: socket =>
      set(socket)
      open.complete(socket): Unit
    await(open)

  test("bytes go both ways, and close waits for what was sent"):
    listening(echo): port =>
      val ends = LinkedBlockingQueue[Option[ClientException]]()
      val all = java.io.ByteArrayOutputStream()
      val complete = CountDownLatch(1)
      val content = Array.tabulate[Byte](200_000)(n => (n >> 3).toByte)
      val socket = opened(port): socket =>
        socket.onBytes: bytes =>
          all.write(bytes)
          if all.size == content.length then complete.countDown()
        socket.onClose(ends.put(_))
      for piece <- content.grouped(10_000) do assertEquals(socket.send(piece), SendResult.Sent)
      await(complete)
      assertEquals(all.toByteArray.toSeq, content.toSeq)
      socket.close()
      assertEquals(awaitNext(ends), None)
      assertEquals(socket.send("late"), SendResult.Closed)

  test("in a handler all of it are events of the request that opened it, never beside its others"):
    listening(echo): port =>
      val front = Routes.get("/sum"): (req, res) =>
        var inside, most, bytes, ticks = 0
        def event(body: => Unit): Unit =
          inside += 1
          most = most.max(inside)
          body
          inside -= 1
        tcp.connect("127.0.0.1", port).open: socket =>
          socket.onBytes: piece =>
            event(bytes += piece.length)
            if bytes == 100_000 then socket.close()
          socket.onClose(_ => res.text(s"$bytes bytes, $ticks ticks, $most at a time"))
          for _ <- 1 to 100 do
            socket.send(new Array[Byte](1000)): Unit
            req.nextTick(() => event(ticks += 1))
      serving(front): shop =>
        assertEquals(http.get(s"${shop.url}/sum").send().bodyText, "100000 bytes, 100 ticks, 1 at a time")

  test("a server that reads nothing fills the buffer, and onDrain tells when it does"):
    val go = CountDownLatch(1)
    val received = CompletableFuture[Long]()
    def reading(socket: Socket): Unit =
      go.await()
      received.complete(socket.getInputStream.transferTo(java.io.OutputStream.nullOutputStream)): Unit
    listening(reading): port =>
      val drained = CountDownLatch(1)
      val socket = opened(port)(_.onDrain(() => drained.countDown()))
      var sent = 0L
      val piece = new Array[Byte](64 * 1024)
      while socket.send(piece) == SendResult.Sent do sent += piece.length
      assert(socket.bufferedBytes <= 256 * 1024)
      go.countDown()
      await(drained)
      socket.close()
      assertEquals(await(received), sent)

  test("handlers that take their time hold the server back, and nothing is lost"):
    val total = 50_000_000
    val written = java.util.concurrent.atomic.AtomicLong()
    def writing(socket: Socket): Unit =
      val out = socket.getOutputStream
      for _ <- 1 to total / 100_000 do
        out.write(new Array[Byte](100_000))
        written.addAndGet(100_000): Unit
    listening(writing): port =>
      val go = CountDownLatch(1)
      val begun = CountDownLatch(1)
      val all = CompletableFuture[Long]()
      var got = 0L
      val _ = opened(port): socket =>
        socket.onBytes: bytes =>
          begun.countDown()
          go.await()
          got += bytes.length
        socket.onClose(_ => all.complete(got): Unit)
      await(begun)
      // other sockets are served meanwhile, for as long as the full one needs to come to rest
      var before = -1L
      while written.get != before do
        before = written.get
        val answered = CountDownLatch(1)
        listening(echo): other =>
          val socket = opened(other)(_.onBytes(_ => answered.countDown()))
          socket.send("x"): Unit
          await(answered)
          socket.close()
      assert(clue(written.get) < total, "read without bound")
      go.countDown()
      assertEquals(await(all), total.toLong)

  test("onEnd runs when the other side ends, and may still send; without onEnd the socket closes"):
    val heard = LinkedBlockingQueue[String]()
    def asking(socket: Socket): Unit =
      socket.getOutputStream.write("question".getBytes)
      socket.shutdownOutput()
      heard.put(String(socket.getInputStream.readAllBytes()))
    listening(asking): port =>
      val _ = opened(port): socket =>
        var text = ""
        socket.onBytes(bytes => text += String(bytes))
        socket.onEnd: () =>
          socket.send(s"answer to $text"): Unit
          socket.close()
      assertEquals(awaitNext(heard), "answer to question")
      val ends = LinkedBlockingQueue[Option[ClientException]]()
      opened(port)(_.onClose(ends.put(_))): Unit
      assertEquals(awaitNext(ends), None)
      assertEquals(awaitNext(heard), "")

  test("onClose gets the reason when a connection breaks"):
    val go = CountDownLatch(1)
    def breaking(socket: Socket): Unit =
      go.await()
      socket.setSoLinger(true, 0)
    listening(breaking): port =>
      val ends = LinkedBlockingQueue[Option[ClientException]]()
      opened(port)(_.onClose(ends.put(_))): Unit
      go.countDown()
      assertEquals(awaitNext(ends).map(_.failure), Some(ClientFailure.Broken))

  test("over TLS a server is trusted that has a certificate for the name by which it was called"):
    val (servers, clients) = LocalTls.contexts
    val server = servers.getServerSocketFactory.createServerSocket(0, 5, InetAddress.getLoopbackAddress)
    val thread = Thread.ofVirtual.start: () =>
      try
        while true do
          val socket = server.accept()
          try echo(socket)
          catch case _: java.io.IOException => () // the client has gone, or does not trust
          finally socket.close()
      catch case _: java.net.SocketException => () // the test is over
    val own = TcpClient(TcpConfig(tls = Some(clients)))
    try
      val heard = CompletableFuture[String]()
      own.connect("127.0.0.1", server.getLocalPort).secure.open: socket =>
        socket.onBytes: bytes =>
          heard.complete(String(bytes)): Unit
          socket.close()
        socket.send("over TLS"): Unit
      assertEquals(await(heard), "over TLS")
      val failures = LinkedBlockingQueue[ClientException]()
      val reasons = Seq((own, "localhost", "localhost"), (tcp, "127.0.0.1", "certification path"))
      for (client, host, reason) <- reasons do
        client.connect(host, server.getLocalPort).secure.onFailure(failures.put(_)).open(_ => ())
        val refused = awaitNext(failures)
        assertEquals(refused.failure, ClientFailure.Connect)
        assert(clue(refused.getMessage.nn).contains(reason), reason)
    finally
      own.close()
      server.close()
      thread.join(20_000): Unit

  test("an unreachable server, too many sockets, and a closed client go to onFailure"):
    val failures = LinkedBlockingQueue[ClientException]()
    def failure(client: TcpClient, host: String, port: Int) =
      client.connect(host, port).onFailure(failures.put(_)).open(_ => ())
      awaitNext(failures).failure
    assertEquals(failure(tcp, "127.0.0.1", 1), ClientFailure.Connect)
    listening(echo): port =>
      val small = TcpClient(TcpConfig(maxSockets = 1))
      val socket = opened(port, small)(_ => ())
      assertEquals(failure(small, "127.0.0.1", port), ClientFailure.Busy)
      small.close(1.second)
      assertEquals(failure(small, "127.0.0.1", port), ClientFailure.Closed)
      assertEquals(socket.send("x"), SendResult.Closed)
      assertEquals(small.openSockets, 0)

  test("a handler that throws breaks the connection off, and is reported"):
    listening(echo): port =>
      val ends = LinkedBlockingQueue[Option[ClientException]]()
      val socket = opened(port): socket =>
        socket.onBytes(_ => throw IllegalStateException("oops"))
        socket.onClose(ends.put(_))
      socket.send("x"): Unit
      assertEquals(nextReport()(0).getMessage, "oops")
      assert(awaitNext(ends) != null)
end TcpClientSuite
