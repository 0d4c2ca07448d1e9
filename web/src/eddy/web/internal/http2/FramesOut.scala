package eddy.web.internal.http2

import eddy.web.internal.{Taking, UnsentBytes, whenDone}

import io.netty.channel.ChannelFuture

/** Frames of one stream that are not with the operating system yet, and the bytes that the client has read.
  * On the I/O thread.
  */
private[eddy] final class FramesOut(unsent: UnsentBytes) extends Taking:
  private var frames = 0
  private var done = 0L

  def waits: Boolean = frames > 0
  def taken: Long = done

  /** @param bytes of the frame's content */
  def note(future: ChannelFuture, bytes: Int): ChannelFuture =
    val size = bytes + FramesOut.FrameBytes
    frames += 1
    unsent.hold(size)
    future.whenDone: () =>
      frames -= 1
      done += size
      unsent.hold(-size)
    future
end FramesOut

private[eddy] object FramesOut:
  /** The memory of a frame without its content, and of the objects around it. */
  private final val FrameBytes = 128L
