package eddy.bench.peers.frames

import eddy.bench.peers.{Done, Reports}

import io.netty.buffer.ByteBuf

/** Large messages in pieces, two ahead at most. */
private[frames] final class Large(address: String, bytes: Int) extends Client(address):
  private val piece = new Array[Byte](64 << 10)
  private val last = new Array[Byte](bytes % piece.length)
  private var reports = Reports(0)
  private var left, arrived = 0L
  private var ahead = 0

  def go(n: Long): Done = timed(1): running =>
    reports = running
    left = n
    arrived = 0
    send()

  private def send(): Unit =
    while ahead < 2 && left > 0 do
      for _ <- 1 to bytes / piece.length do Frame.write(channel, Frame.Data, 0, piece)
      Frame.write(channel, Frame.Mark, 0, last)
      left -= 1
      ahead += 1
    if ahead == 0 then reports.report(arrived)

  protected def received(sender: Int, bytes: ByteBuf): Unit =
    arrived += bytes.readLong()
    ahead -= 1
    send()
end Large
