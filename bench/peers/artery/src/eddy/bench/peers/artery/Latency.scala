package eddy.bench.peers.artery

import eddy.bench.peers.artery.Wire.Ball
import eddy.bench.peers.{Done, Reports, Trips, Workload}

import org.apache.pekko.actor.{Actor, Props}

private[artery] final class Latency(systems: Systems, bytes: Int) extends Workload:
  private val echo = systems.remote("echo", 1).head

  def go(n: Long): Done =
    val trips = Trips(n.toInt)
    val done = systems.timed(1)(reports => systems.start(Props(Player(n, trips, reports))): Unit)
    done.copy(extras = Seq("p50" -> trips.quantile(0.5), "p99" -> trips.quantile(0.99)))

  private final class Player(n: Long, trips: Trips, reports: Reports) extends Actor:
    private val payload = new Array[Byte](bytes)
    private var left = n
    private var sum, sent = 0L
    play()

    private def play(): Unit =
      sent = System.nanoTime
      echo ! Ball(left, payload)

    def receive: Receive =
      case Ball(_, back) =>
        trips.add(System.nanoTime - sent)
        sum += back.length
        left -= 1
        if left > 0 then play()
        else
          reports.report(sum)
          context.stop(self)
  end Player

  override def close(): Unit = systems.close()
end Latency
