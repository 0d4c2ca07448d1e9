package eddy.web.internal

import eddy.web.http2.{Frame, RawHttp2}
import eddy.web.{BodyStream, Http2, RawClient, Routes, RunningServer, SendResult, WebSuite}

import java.nio.channels.ClosedChannelException
import java.util.concurrent.CompletableFuture
import java.util.concurrent.atomic.AtomicInteger

import io.netty.channel.{Channel, ChannelHandlerContext, ChannelOutboundHandlerAdapter, ChannelPromise}
import io.netty.util.ReferenceCountUtil

/** Streams whose pieces can no longer be written, though nothing has shown yet that the client is gone. */
class LostStreamSuite extends WebSuite:
  private final class Opened(val body: BodyStream, val channel: Channel):
    /** Runs on the I/O thread, to the end. */
    def onLoop(act: () => Unit): Unit =
      val done = CompletableFuture[Unit]()
      channel.eventLoop.execute(() => done.complete(act()): Unit)
      await(done)

  private val drains = AtomicInteger()

  /** The state when the stream learned of its end: how a further write went, how often there was room again.
    */
  private def opening(
      opened: CompletableFuture[Opened],
      ended: CompletableFuture[(SendResult, Int)]
  ): Routes =
    Routes.get("/"): (req, res) =>
      val body = res.stream("text/plain")
      body.onDrain(() => drains.incrementAndGet(): Unit)
      body.onClose(() => ended.complete((body.write("more"), drains.get)): Unit)
      body.write("first"): Unit
      opened.complete(Opened(body, NettyRequest.of(req).exchange.connection.outbox.channel)): Unit

  private enum Protocol:
    case Http1, Http2

    /** Asks, and reads as far as the first piece. */
    def asking(server: RunningServer)(body: => Unit): Unit = this match
      case Http1 =>
        val raw = RawClient(server.port)
        try
          raw.get("/")
          assertEquals(raw.head().status, 200)
          assertEquals(String(raw.read(10)), "5\r\nfirst\r\n")
          body
        finally raw.close()
      case Http2 =>
        val raw = RawHttp2(server.port)
        try
          val stream = raw.request("/")
          assertEquals(String(raw.await(f => f.stream == stream && f.kind == Frame.Data).payload), "first")
          body
        finally raw.close()
  end Protocol

  for protocol <- Protocol.values do
    def check(name: String)(body: (Opened, CompletableFuture[(SendResult, Int)]) => Unit): Unit =
      test(s"$protocol: $name"):
        drains.set(0)
        val opened = CompletableFuture[Opened]()
        val ended = CompletableFuture[(SendResult, Int)]()
        serving(opening(opened, ended), quiet.copy(http2 = Some(Http2()))): server =>
          protocol.asking(server)(body(await(opened), ended))

    check("a write that fails ends the stream, while the connection is still there"): (opened, ended) =>
      opened.onLoop(() => opened.channel.pipeline.addFirst(FailingWrites()): Unit)
      assertEquals(opened.body.write("second"), SendResult.Sent)
      assertEquals(await(ended), (SendResult.Closed, 0))
      assert(opened.channel.isActive)

    check("what a connection that has gone did not take makes no room for more"): (opened, ended) =>
      opened.onLoop: () =>
        // queued for this thread, which takes it when the channel is closed, and before it has reported that
        while opened.body.write(new Array[Byte](8192)) == SendResult.Sent do ()
        opened.channel.close(): Unit
      assertEquals(await(ended), (SendResult.Closed, 0))
  end for
end LostStreamSuite

private final class FailingWrites extends ChannelOutboundHandlerAdapter:
  override def write(ctx: ChannelHandlerContext, message: Object, promise: ChannelPromise): Unit =
    ReferenceCountUtil.release(message): Unit
    promise.tryFailure(ClosedChannelException()): Unit
