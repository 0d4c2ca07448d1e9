package eddy.bench.peers.frames

import eddy.bench.peers.{Done, Reports, Workload}

import io.netty.buffer.ByteBuf
import io.netty.channel.{Channel, ChannelHandlerContext, SimpleChannelInboundHandler}

/** A workload on one connection. It sends and receives on the connection's thread. */
private[frames] abstract class Client(address: String) extends Workload:
  private val loop = Loop()
  protected final lazy val channel: Channel =
    loop.connect(address.drop(address.lastIndexOf(':') + 1).toInt, () => handler)

  private def handler = new SimpleChannelInboundHandler[ByteBuf]:
    override def channelRead0(context: ChannelHandlerContext, frame: ByteBuf): Unit =
      frame.skipBytes(1): Unit
      received(frame.readInt(), frame)
    override def channelReadComplete(context: ChannelHandlerContext): Unit = context.flush(): Unit

  /** A frame for the one with this number. */
  protected def received(number: Int, payload: ByteBuf): Unit

  /** Has the connection's thread begin, and waits for the reports. */
  protected final def timed(expected: Int)(begin: Reports => Unit): Done =
    val reports = Reports(expected)
    val began = System.nanoTime
    channel.eventLoop.nn.execute: () =>
      begin(reports)
      channel.flush(): Unit
    val answer = reports.await()
    Done(System.nanoTime - began, answer)

  override def close(): Unit = loop.close()
end Client
