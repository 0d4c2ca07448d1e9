package eddy.remote.tcp.internal

import eddy.remote.session.{FrameConnection, SessionDriver}

import io.netty.buffer.Unpooled
import io.netty.channel.{Channel, ChannelFutureListener, ChannelOption}

/** A connection with another node. I/O thread only, but for [[reset]]. */
private[tcp] final class TcpConnection(channel: Channel, val driver: SessionDriver) extends FrameConnection:
  /** No event follows. */
  var isOver = false

  def isWritable: Boolean = channel.isWritable

  def sendFrame(frame: Array[Byte]): Unit = write(frame, 0)
  def sendControl(packet: Array[Byte]): Unit = write(packet, TcpFrames.controlBit)

  private def write(bytes: Array[Byte], kind: Int): Unit =
    val buffer = channel.alloc.nn.buffer(4 + bytes.length).nn
    buffer.writeInt(bytes.length | kind): Unit
    buffer.writeBytes(bytes): Unit
    // a failure breaks the connection
    channel.write(buffer): Unit

  def flush(): Unit = channel.flush(): Unit

  def close(): Unit =
    isOver = true
    val _ = channel.writeAndFlush(Unpooled.EMPTY_BUFFER).nn.addListener(ChannelFutureListener.CLOSE)

  /** As a failure of the network does: frames under way are lost. Any thread. */
  def reset(): Unit = channel.eventLoop.nn.execute: () =>
    if channel.isOpen then
      channel.config.nn.setOption(ChannelOption.SO_LINGER, Integer.valueOf(0)): Unit
      channel.close(): Unit
end TcpConnection
