package eddy.bench.peers.frames

import eddy.bench.peers.{Done, Reports}

import io.netty.buffer.ByteBuf

/** Counters to and fro. */
private[frames] final class Pingpong(address: String, pairs: Int) extends Client(address):
  private var reports = Reports(0)
  private var times = 0L

  def go(n: Long): Done = timed(pairs): running =>
    reports = running
    times = n / pairs
    for pair <- 0 until pairs do Frame.write(channel, Frame.Ball, pair, 1L)

  protected def received(pair: Int, counter: ByteBuf): Unit =
    val count = counter.readLong()
    if count < times then Frame.write(channel, Frame.Ball, pair, count + 1) else reports.report(count)
end Pingpong
