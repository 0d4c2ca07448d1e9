package eddy.web.internal

import scala.concurrent.duration.FiniteDuration

import io.netty.channel.Channel

/** Notices that a client takes none of the bytes that wait for it. Needed while some wait only. On the I/O thread. */
private[eddy] final class WriteStall(limit: FiniteDuration):
  private var pending = 0L
  private var progress = 0L
  private var current: Object | Null = null
  private var since = 0L

  def isOver(now: Long, channel: Channel): Boolean =
    val buffer = channel.unsafe.outboundBuffer
    val waiting = if buffer == null then 0L else buffer.totalPendingWriteBytes
    if buffer == null || waiting == 0 then
      pending = 0
      current = null
      false
    else
      val moved = buffer.currentProgress
      // More pending is no progress: only fewer bytes, or more of the first buffer gone, are.
      if pending == 0 || waiting < pending || moved != progress || !(buffer.current eq current) then
        since = now
      current = buffer.current
      pending = waiting
      progress = moved
      now - since >= limit.toNanos
end WriteStall

private[eddy] object WriteStall:
  /** Whether bytes wait for the client. */
  def isWriting(channel: Channel): Boolean =
    val buffer = channel.unsafe.outboundBuffer
    buffer != null && buffer.totalPendingWriteBytes > 0
end WriteStall
