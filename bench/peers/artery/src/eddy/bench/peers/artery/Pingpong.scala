package eddy.bench.peers.artery

import eddy.bench.peers.artery.Wire.Ball
import eddy.bench.peers.{Done, Reports, Workload}

import org.apache.pekko.actor.{Actor, ActorRef, Props}

private[artery] final class Pingpong(systems: Systems, pairs: Int) extends Workload:
  private val partners = systems.remote("echo", pairs)
  private val nothing = new Array[Byte](0)

  def go(n: Long): Done = systems.timed(pairs): reports =>
    for partner <- partners do systems.start(Props(Player(partner, n / pairs, reports))): Unit

  private final class Player(partner: ActorRef, times: Long, reports: Reports) extends Actor:
    partner ! Ball(1, nothing)

    def receive: Receive =
      case Ball(count, _) =>
        if count < times then partner ! Ball(count + 1, nothing)
        else
          reports.report(count)
          context.stop(self)
  end Player

  override def close(): Unit = systems.close()
end Pingpong
