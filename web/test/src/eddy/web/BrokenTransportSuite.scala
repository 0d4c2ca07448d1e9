package eddy.web

import java.nio.channels.{Pipe, SelectionKey}

import io.netty.channel.IoEventLoop
import io.netty.channel.nio.{NioIoOps, NioSelectableChannelIoHandle}

/** An `Error` out of the transport's own run, such as too little memory. */
class BrokenTransportSuite extends WebSuite:
  private final class Failing(pipe: Pipe)
      extends NioSelectableChannelIoHandle[Pipe.SourceChannel](pipe.source):
    override protected def handle(channel: Pipe.SourceChannel, key: SelectionKey): Unit =
      throw OutOfMemoryError("planted")

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
        val pipe = Pipe.open()
        pipe.source.configureBlocking(false)
        server.core.connections.iterator.next().eventLoop match
          case loop: IoEventLoop =>
            val registered = loop.register(Failing(pipe)).sync().getNow
            registered.submit(NioIoOps.READ): Unit
            pipe.sink.write(java.nio.ByteBuffer.wrap(Array[Byte](1))): Unit
          case other => fail(s"$other is no loop")
        assert(raw.isAtEnd, "its client waits")
        await(waiting): Unit
        assert(!server.isServing)
        val (failure, where) = nextReport()
        assertEquals(failure.getMessage, "planted")
        assert(where.contains("I/O thread"), where)
    finally server.stop()
    end try
end BrokenTransportSuite
