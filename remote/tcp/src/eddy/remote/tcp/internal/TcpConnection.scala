package eddy.remote.tcp.internal

import eddy.remote.session.{FrameConnection, SessionDriver}

import io.netty.buffer.{ByteBuf, Unpooled}
import io.netty.channel.{Channel, ChannelFutureListener, ChannelOption}

/** A connection with another node. I/O thread only, but for [[reset]]. */
private[tcp] final class TcpConnection(channel: Channel, val driver: SessionDriver) extends FrameConnection:
  import TcpConnection.*

  /** No event follows. */
  var isOver = false

  def isWritable: Boolean = channel.isWritable

  def sendFrame(frame: Array[Byte]): Unit = write(frame, 0)
  def sendControl(packet: Array[Byte]): Unit = write(packet, TcpFrames.controlBit)

  // small ones until the next flush: each write of Netty costs more than the bytes of a small message
  private var gathered: ByteBuf | Null = null

  private def write(bytes: Array[Byte], kind: Int): Unit =
    val whole = 4 + bytes.length
    val known = gathered
    if known != null && known.readableBytes + whole > gatheredBytes then writeGathered()
    val buffer = gathered match
      case null =>
        val fresh = channel.alloc.nn.buffer(math.max(whole, firstBytes)).nn
        gathered = fresh
        fresh
      case has => has
    // or half a frame would stay if there is no memory for the rest
    buffer.ensureWritable(whole): Unit
    buffer.writeInt(bytes.length | kind): Unit
    buffer.writeBytes(bytes): Unit
    // so that the channel says whether it takes more
    if buffer.readableBytes >= gatheredBytes then writeGathered()

  private def writeGathered(): Unit =
    val buffer = gathered
    gathered = null
    // a failure breaks the connection
    if buffer != null then channel.write(buffer): Unit

  def flush(): Unit =
    writeGathered()
    channel.flush(): Unit

  def close(): Unit =
    isOver = true
    writeGathered()
    val _ = channel.writeAndFlush(Unpooled.EMPTY_BUFFER).nn.addListener(ChannelFutureListener.CLOSE)

  /** As a failure of the network does: frames under way are lost. Any thread. */
  def reset(): Unit = channel.eventLoop.nn.execute: () =>
    if channel.isOpen then
      channel.config.nn.setOption(ChannelOption.SO_LINGER, Integer.valueOf(0)): Unit
      channel.close(): Unit
end TcpConnection

private object TcpConnection:
  private val firstBytes = 512
  private val gatheredBytes = 32 << 10
