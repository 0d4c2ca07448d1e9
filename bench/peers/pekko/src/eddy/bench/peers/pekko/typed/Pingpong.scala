package eddy.bench.peers.pekko.typed

import eddy.bench.peers.pekko.timed
import eddy.bench.peers.{Done, Reports}

import org.apache.pekko.actor.typed.scaladsl.{AbstractBehavior, ActorContext, Behaviors}
import org.apache.pekko.actor.typed.{ActorRef, Behavior}

private[pekko] final class Pingpong(pairs: Int) extends TypedWorkload:
  import Pingpong.*

  private val starters =
    inside(context => Array.fill(pairs)(context.spawnAnonymous(Behaviors.setup(Starter(_)))))

  def go(n: Long): Done =
    val rounds = (n / pairs).toInt
    timed(pairs)(reports => starters.foreach(_ ! Go(rounds, reports)))

private[pekko] object Pingpong:
  sealed trait Command
  final case class Go(rounds: Int, reports: Reports) extends Command
  final case class Pong(count: Int) extends Command
  final case class Ping(count: Int, from: ActorRef[Pong])

  final class Starter(own: ActorContext[Command]) extends AbstractBehavior[Command](own):
    private val echoing = context.spawnAnonymous(echo)
    private var rounds = 0
    private var reports = Reports(0)

    def onMessage(message: Command): Behavior[Command] =
      message match
        case Pong(count) =>
          if count < rounds then echoing ! Ping(count + 1, context.self) else reports.report(count)
        case go: Go =>
          rounds = go.rounds
          reports = go.reports
          echoing ! Ping(1, context.self)
      this
  end Starter

  val echo: Behavior[Ping] = Behaviors.receiveMessage: ping =>
    ping.from ! Pong(ping.count)
    Behaviors.same
end Pingpong
