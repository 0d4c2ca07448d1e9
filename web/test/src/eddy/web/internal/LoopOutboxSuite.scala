package eddy.web.internal

import eddy.web.{RawClient, Routes, WebSocketClient, WebSuite}

import java.util.concurrent.{ConcurrentLinkedQueue, CountDownLatch}
import scala.collection.mutable
import scala.jdk.CollectionConverters.*

import io.netty.channel.embedded.EmbeddedChannel
import io.netty.channel.{ChannelHandlerContext, ChannelInboundHandlerAdapter}

class LoopOutboxSuite extends WebSuite:
  test("a post to an outbox whose turn has not come is sent with the pending ones"):
    val outboxes = LoopOutbox(_ => ())
    val ran = mutable.ArrayBuffer.empty[(Int, String)]
    val boxes = Vector.fill(200)(Outbox(EmbeddedChannel()))
    def postAll(what: String) = for (box, n) <- boxes.zipWithIndex do
      val isFirst = !ran.exists(_(0) == n) && what == "one" || what == "two" && ran.exists(_(0) == n)
      box.post(() => ran += ((n, what)): Unit)
      if isFirst then outboxes.enter(box)
    postAll("one")
    outboxes.run()
    outboxes.work()
    assert(outboxes.isDue)
    val early = ran.size
    assert(early > 0 && early < 200, early.toString)
    postAll("two")
    outboxes.run()
    outboxes.workAll()
    assert(!outboxes.isDue)
    val together = (early until 200).flatMap(n => Seq((n, "one"), (n, "two")))
    val again = (0 until early).map(n => (n, "two"))
    assertEquals(ran.toSeq, (0 until early).map(n => (n, "one")) ++ together ++ again)

  test("input comes in between when something is sent to many connections of one thread"):
    val order = ConcurrentLinkedQueue[String]()
    val come = CountDownLatch(150)
    serving(Routes.webSocket("/")(_ => come.countDown())): server =>
      val clients = Vector.fill(150)(RawClient(server.port))
      try
        val sockets = clients.map(WebSocketClient(_, "/"))
        come.await()
        val channels = server.core.connections.iterator.asScala.toVector
        assertEquals(channels.size, 150)
        val loop = channels.head.eventLoop
        assertEquals(channels.map(_.eventLoop).distinct, Vector(loop))
        channels.foreach(_.pipeline.addFirst(Noting(order)): Unit)
        val (begun, go, over) = (CountDownLatch(1), CountDownLatch(1), CountDownLatch(150))
        loop.execute: () =>
          begun.countDown()
          go.await()
        begun.await()
        for channel <- channels do
          channel.pipeline.get(classOf[WebSocketConnection]).outbox.post: () =>
            order.add("output"): Unit
            over.countDown()
        sockets.last.send("input")
        go.countDown()
        over.await()
        val at = order.asScala.toVector.indexOf("input")
        assert(at >= 0 && at < 150, s"input came at $at: $order")
      finally clients.foreach(_.close())
      end try

  private final class Noting(order: ConcurrentLinkedQueue[String]) extends ChannelInboundHandlerAdapter:
    override def channelRead(context: ChannelHandlerContext, message: Object): Unit =
      order.add("input"): Unit
      super.channelRead(context, message)
end LoopOutboxSuite
