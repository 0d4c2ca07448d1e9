package eddy.web.internal

import eddy.testing.PatientSuite

import io.micrometer.core.instrument.simple.SimpleMeterRegistry
import io.netty.buffer.Unpooled
import io.netty.channel.embedded.EmbeddedChannel
import io.netty.channel.{ChannelFuture, ChannelInboundHandlerAdapter}

class FrameQueueSuite extends PatientSuite:
  test("a frame for a stream that is closed fails at once, and nothing is kept for its connection"):
    val unsent = UnsentBytes(UnsentBudget(1000, SimpleMeterRegistry(), fail(_)), EmbeddedChannel())
    val stream = EmbeddedChannel(ChannelInboundHandlerAdapter())
    val queue = FrameQueue(stream.pipeline.firstContext, unsent)
    stream.close(): Unit
    val frame = Unpooled.buffer().writeInt(1)
    var written = Option.empty[Boolean]
    queue.add(frame, (future: ChannelFuture) => written = Some(future.isSuccess))
    stream.runPendingTasks()
    assertEquals(written, Some(false))
    assertEquals(frame.refCnt, 0)
    assert(queue.isEmpty)
    assertEquals(unsent.bytes, 0L)
end FrameQueueSuite
