package eddy.bench.peers.frames

import eddy.bench.peers.{Done, Reports, Trips}

import io.netty.buffer.ByteBuf

/** Round trips, each of which is timed. */
private[frames] final class Latency(address: String, bytes: Int) extends Client(address):
  private val payload = new Array[Byte](bytes)
  private var trips = Trips(0)
  private var reports = Reports(0)
  private var left, sum, sent = 0L

  def go(n: Long): Done =
    val done = timed(1): running =>
      trips = Trips(n.toInt)
      reports = running
      left = n
      sum = 0
      send()
    done.copy(extras = Seq("p50" -> trips.quantile(0.5), "p99" -> trips.quantile(0.99)))

  private def send(): Unit =
    sent = System.nanoTime
    Frame.write(channel, Frame.Ball, 0, payload)

  protected def received(number: Int, back: ByteBuf): Unit =
    trips.add(System.nanoTime - sent)
    sum += back.readableBytes
    left -= 1
    if left > 0 then send() else reports.report(sum)
end Latency
