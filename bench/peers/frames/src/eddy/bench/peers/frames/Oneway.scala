package eddy.bench.peers.frames

import eddy.bench.peers.{Done, Reports}

import io.netty.buffer.ByteBuf

/** Messages in one direction, by senders that are two batches ahead at most. */
private[frames] final class Oneway(address: String, senders: Int, bytes: Int, batch: Int)
    extends Client(address):
  private val payload = new Array[Byte](bytes)
  private val left, arrived = new Array[Long](senders)
  private val ahead = new Array[Int](senders)
  private var reports = Reports(0)

  def go(n: Long): Done = timed(senders): running =>
    reports = running
    for sender <- 0 until senders do
      left(sender) = n / senders
      arrived(sender) = 0
      send(sender)

  private def send(sender: Int): Unit =
    while ahead(sender) < 2 && left(sender) > 0 do
      val count = math.min(batch, left(sender))
      for _ <- 1L until count do Frame.write(channel, Frame.Data, sender, payload)
      Frame.write(channel, Frame.Mark, sender, payload)
      left(sender) -= count
      ahead(sender) += 1
    if ahead(sender) == 0 then reports.report(arrived(sender))

  protected def received(sender: Int, bytes: ByteBuf): Unit =
    arrived(sender) += bytes.readLong()
    ahead(sender) -= 1
    send(sender)
end Oneway
