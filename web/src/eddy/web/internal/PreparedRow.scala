package eddy.web.internal

import eddy.web.PreparedMessage

import io.netty.buffer.ByteBuf

/** Prepared messages that follow one another: one piece to each socket that they are sent to, so that many
  * cost hardly more than one. Immutable; any thread.
  */
private[eddy] final class PreparedRow(messages: Array[PreparedMessage]):
  private val frames = SharedFrame.row(messages.map(_.uncompressed))

  /** Of all their contents. */
  val sizeBytes: Int = messages.map(_.sizeBytes).sum

  def count: Int = messages.length

  /** Their frames, to be written to one socket or released. */
  def frame(): ByteBuf = frames.duplicate()
end PreparedRow
