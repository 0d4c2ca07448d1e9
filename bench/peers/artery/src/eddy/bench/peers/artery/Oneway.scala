package eddy.bench.peers.artery

import eddy.bench.peers.artery.Wire.{Acknowledged, Data, Mark}
import eddy.bench.peers.{Done, Reports, Workload}

import org.apache.pekko.actor.{Actor, ActorRef, Props}

private[artery] final class Oneway(systems: Systems, senders: Int, bytes: Int, batch: Int) extends Workload:
  // more than a frame of the usual connection
  private val sinks = systems.remote(if bytes > (200 << 10) then "large" else "sink", senders)
  private val payload = new Array[Byte](bytes)

  def go(n: Long): Done = systems.timed(senders): reports =>
    for sink <- sinks do systems.start(Props(Sender(sink, n / senders, reports))): Unit

  private final class Sender(sink: ActorRef, n: Long, reports: Reports) extends Actor:
    private var left = n
    private var ahead = 0
    private var arrived = 0L
    send()

    private def send(): Unit =
      while ahead < 2 && left > 0 do
        val count = math.min(batch, left)
        for _ <- 1L until count do sink ! Data(payload)
        sink ! Mark(payload)
        left -= count
        ahead += 1
      if ahead == 0 then
        reports.report(arrived)
        context.stop(self)

    def receive: Receive =
      case Acknowledged(bytes) =>
        arrived += bytes
        ahead -= 1
        send()
  end Sender

  override def close(): Unit = systems.close()
end Oneway
