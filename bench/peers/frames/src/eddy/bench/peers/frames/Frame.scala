package eddy.bench.peers.frames

import io.netty.buffer.ByteBuf
import io.netty.channel.{Channel, ChannelPipeline}
import io.netty.handler.codec.LengthFieldBasedFrameDecoder

/** A frame: its length, its kind, the number of its receiver, and a payload. */
private[frames] object Frame:
  /** To be sent back. */
  val Ball = 0

  /** To be counted. */
  val Data = 1

  /** Likewise, and the sum of the bytes is sent back. */
  val Mark = 2

  /** How many were: a long. */
  val Acknowledged = 3

  private val header = 5
  private val most = 1 << 20

  def write(channel: Channel, kind: Int, number: Int, payload: Array[Byte]): Unit =
    val buffer = begin(channel, kind, number, payload.length)
    buffer.writeBytes(payload): Unit
    channel.write(buffer): Unit

  def write(channel: Channel, kind: Int, number: Int, value: Long): Unit =
    val buffer = begin(channel, kind, number, 8)
    buffer.writeLong(value): Unit
    channel.write(buffer): Unit

  private def begin(channel: Channel, kind: Int, number: Int, length: Int): ByteBuf =
    val buffer = channel.alloc.nn.buffer(4 + header + length).nn
    buffer.writeInt(header + length).nn.writeByte(kind).nn.writeInt(number).nn

  def decode(pipeline: ChannelPipeline): ChannelPipeline =
    pipeline.addLast(LengthFieldBasedFrameDecoder(most, 0, 4, 0, 4)).nn
end Frame
