package eddy.bench.peers.artery

import eddy.bench.peers.artery.Wire.{News, RoundOver}
import eddy.bench.peers.{Done, Reports, Workload}

import org.apache.pekko.actor.{Actor, Props}

/** To each of them, as remoting without a cluster has no groups. */
private[artery] final class Broadcast(systems: Systems, receivers: Int) extends Workload:
  private val listeners = systems.remote("listener", receivers)
  private var received = 0L

  def go(n: Long): Done =
    val before = received
    val done = systems.timed(1)(reports => systems.start(Props(Caster(before, n, reports))): Unit)
    received = done.answer
    done.copy(answer = received - before)

  private final class Caster(before: Long, n: Long, reports: Reports) extends Actor:
    private var left = n
    cast(before)

    private def cast(sofar: Long): Unit =
      val news = News(sofar + receivers)
      listeners.foreach(_ ! news)

    def receive: Receive =
      case RoundOver(sofar) =>
        left -= 1
        if left > 0 then cast(sofar)
        else
          reports.report(sofar)
          context.stop(self)
  end Caster

  override def close(): Unit = systems.close()
end Broadcast
