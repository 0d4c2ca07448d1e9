package eddy.web.internal

import scala.concurrent.duration.FiniteDuration

import io.netty.channel.Channel

/** Notices that a client takes none of the bytes that wait for it. Needed while some wait only. On the I/O
  * thread.
  */
private[eddy] final class WriteStall(limit: FiniteDuration):
  private var pending = 0L
  private var progress = 0L
  private var current: Object | Null = null
  private var since = 0L

  def isOver(now: Long, channel: Channel): Boolean =
    val _ = moves(now, channel)
    pending != 0 && now - since >= limit.toNanos

  /** Whether the client has taken some of what waited when this was last looked at. */
  def moves(now: Long, channel: Channel): Boolean =
    val buffer = channel.unsafe.outboundBuffer
    val waiting = if buffer == null then 0L else buffer.totalPendingWriteBytes
    val waited = pending != 0
    if buffer == null || waiting == 0 then
      pending = 0
      current = null
      waited
    else
      val moved = buffer.currentProgress
      // More pending bytes are not progress: only fewer bytes, or more of the first buffer gone, are.
      val goes = waiting < pending || moved != progress || !(buffer.current eq current)
      if !waited || goes then since = now
      current = buffer.current
      pending = waiting
      progress = moved
      waited && goes
end WriteStall

private[eddy] object WriteStall:
  /** Whether bytes wait for the client. */
  def isWriting(channel: Channel): Boolean =
    val buffer = channel.unsafe.outboundBuffer
    buffer != null && buffer.totalPendingWriteBytes > 0
end WriteStall
