package eddy.web

import eddy.testing.Eventually

import java.nio.channels.{Pipe, SelectionKey}
import java.util.concurrent.CountDownLatch

import io.netty.channel.nio.{NioIoOps, NioSelectableChannelIoHandle}
import io.netty.channel.{EventLoop, IoEventLoop}

/** An `Error` out of the transport's own run, such as too little memory. */
class BrokenTransportSuite extends WebSuite:
  private final class Failing(pipe: Pipe)
      extends NioSelectableChannelIoHandle[Pipe.SourceChannel](pipe.source):
    override protected def handle(channel: Pipe.SourceChannel, key: SelectionKey): Unit =
      throw OutOfMemoryError("planted")

  private def breakTransport(loop: EventLoop): Unit =
    val pipe = Pipe.open()
    pipe.source.configureBlocking(false)
    loop match
      case loop: IoEventLoop =>
        val registered = loop.register(Failing(pipe)).sync().getNow
        registered.submit(NioIoOps.READ): Unit
        pipe.sink.write(java.nio.ByteBuffer.wrap(Array[Byte](1))): Unit
      case other => fail(s"$other is no loop")

  test(
    "it is reported, the server is no longer ready, its clients are cut off, and threads that wait for its stop continue"
  ):
    val server =
      Server(quiet.copy(transport = Transport.Nio)).start(Routes.get("/")((_, res) => res.text("ok")))
    try
      connected(server): raw =>
        raw.get("/")
        assertEquals(raw.answer().body, "ok")
        val waiting = java.util.concurrent.CompletableFuture.runAsync(() => server.awaitStop())
        breakTransport(server.core.connections.iterator.next().eventLoop)
        assert(raw.isAtEnd, "its client waits")
        await(waiting): Unit
        assert(!server.isServing)
        val (failure, where) = nextReport()
        assertEquals(failure.getMessage, "planted")
        assert(where.contains("I/O thread"), where)
    finally server.stop()
    end try

  test("the same while another thread drives the transport, as the loop's own is in a handler"):
    val inside, free = CountDownLatch(1)
    val routes = Routes
      .get("/")((_, res) => res.text("ok"))
      .get("/stuck"): (_, res) =>
        inside.countDown()
        free.await()
        res.text("late")
    val server =
      Server(quiet.copy(transport = Transport.Nio, ioThreads = 1, runShortAtOnce = true)).start(routes)
    try
      connected(server): raw =>
        raw.get("/")
        assertEquals(raw.answer().body, "ok")
        val waiting = java.util.concurrent.CompletableFuture.runAsync(() => server.awaitStop())
        val profile = server.core.tree.routes.find(_.label == "/stuck").get.profile
        connected(server): stuck =>
          Eventually.until("the loop's thread is in the handler, and another one drives"):
            while !profile.isShort do profile.ran(0)
            if inside.getCount > 0 then stuck.get("/stuck")
            await(inside)
            server.metrics.scrape().contains("eddy_http_loops_taken_over_total 1.0")
          val loop = server.core.connections.iterator.next().eventLoop
          breakTransport(loop)
          assert(raw.isAtEnd, "its client waits")
          assert(stuck.isAtEnd, "the client of the handler waits")
          await(waiting): Unit
          assert(!server.isServing)
          assertEquals(nextReport()._1.getMessage, "planted")
          free.countDown()
          assert(loop.terminationFuture.await(eddy.testing.Waits.limit.toMillis), "the loop is there still")
          assert(reports.isEmpty, reports)
    finally
      free.countDown()
      server.stop()
    end try
end BrokenTransportSuite
