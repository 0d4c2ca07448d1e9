package eddy.bench.peers.pekko.classic

import eddy.bench.peers.pekko.timed
import eddy.bench.peers.{Done, Reports}

import org.apache.pekko.actor.{Actor, Props}

private[pekko] final class Pingpong(pairs: Int) extends ClassicWorkload:
  import Pingpong.*

  private val starters = inside(context => Array.fill(pairs)(context.actorOf(Props(Starter()))))

  def go(n: Long): Done =
    val rounds = (n / pairs).toInt
    timed(pairs)(reports => starters.foreach(_ ! Go(rounds, reports)))

private[pekko] object Pingpong:
  final case class Go(rounds: Int, reports: Reports)
  final case class Ball(count: Int)

  final class Starter extends Actor:
    private val echo = context.actorOf(Props(Echo()))
    private var rounds = 0
    private var reports = Reports(0)

    def receive: Receive =
      case Ball(count) => if count < rounds then echo ! Ball(count + 1) else reports.report(count)
      case go: Go =>
        rounds = go.rounds
        reports = go.reports
        echo ! Ball(1)

  final class Echo extends Actor:
    def receive: Receive =
      case ball: Ball => sender() ! ball
end Pingpong
