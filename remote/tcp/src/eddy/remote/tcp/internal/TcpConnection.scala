package eddy.remote.tcp.internal

import eddy.remote.session.{FrameConnection, SessionDriver}

import java.lang.invoke.{MethodHandles, VarHandle}
import java.nio.ByteOrder

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

  // small ones until the next flush: each write of Netty, and each access to its buffers, costs more than the
  // bytes of a small message
  private var gathered = new Array[Byte](firstBytes)
  private var gatheredBytes = 0

  private def write(bytes: Array[Byte], kind: Int): Unit =
    val whole = 4 + bytes.length
    if gatheredBytes + whole > mostGathered then writeGathered()
    if whole > mostGathered then
      writing(whole): buffer =>
        val _ = buffer.writeInt(bytes.length | kind)
        val _ = buffer.writeBytes(bytes)
    else
      if gatheredBytes + whole > gathered.length then
        val longer = math.max(gatheredBytes + whole, math.min(gathered.length * 2, mostGathered))
        gathered = java.util.Arrays.copyOf(gathered, longer)
      ints.set(gathered, gatheredBytes, bytes.length | kind)
      System.arraycopy(bytes, 0, gathered, gatheredBytes + 4, bytes.length)
      gatheredBytes += whole

  private def writeGathered(): Unit =
    if gatheredBytes > 0 then
      val length = gatheredBytes
      gatheredBytes = 0
      writing(length)(_.writeBytes(gathered, 0, length): Unit)

  /** A failure breaks the connection: the frame is sent again over the next one. */
  private def writing(length: Int)(fill: ByteBuf => Unit): Unit =
    try
      val buffer = channel.alloc.nn.buffer(length).nn
      fill(buffer)
      channel.write(buffer): Unit
    catch
      // such as no direct memory
      case cause: Throwable =>
        channel.close(): Unit
        throw cause

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
  private val mostGathered = 32 << 10
  private val ints: VarHandle =
    MethodHandles.byteArrayViewVarHandle(classOf[Array[Int]], ByteOrder.BIG_ENDIAN)
