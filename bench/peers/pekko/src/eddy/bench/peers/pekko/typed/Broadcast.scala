package eddy.bench.peers.pekko.typed

import eddy.bench.peers.pekko.timed
import eddy.bench.peers.{Done, Reports}

import java.util.concurrent.atomic.AtomicLong

import org.apache.pekko.actor.typed.scaladsl.{AbstractBehavior, ActorContext, Behaviors}
import org.apache.pekko.actor.typed.{ActorRef, Behavior}

private[pekko] final class Broadcast(count: Int) extends TypedWorkload:
  import Broadcast.*

  private val received = AtomicLong()
  private val caster = inside: context =>
    val receivers = Array.fill(count)(context.spawnAnonymous(receiver(received)))
    context.spawnAnonymous(Behaviors.setup(Caster(_, receivers)))

  def go(n: Long): Done =
    val before = received.get
    val done = timed(1)(reports => caster ! Go(n, before, reports))
    done.copy(answer = received.get - before)

private[pekko] object Broadcast:
  sealed trait Command
  final case class Go(rounds: Long, received: Long, reports: Reports) extends Command
  case object RoundOver extends Command

  /** @param last how many messages will have been received when the round is over */
  final case class Message(last: Long, from: ActorRef[RoundOver.type])

  final class Caster(own: ActorContext[Command], receivers: Array[ActorRef[Message]])
      extends AbstractBehavior[Command](own):
    private var left = 0L
    private var last = 0L
    private var reports = Reports(0)

    def onMessage(command: Command): Behavior[Command] =
      command match
        case RoundOver =>
          left -= 1
          if left > 0 then cast() else reports.report(0)
        case go: Go =>
          left = go.rounds
          last = go.received
          reports = go.reports
          cast()
      this

    private def cast(): Unit =
      last += receivers.length
      val message = Message(last, context.self)
      receivers.foreach(_ ! message)
  end Caster

  def receiver(received: AtomicLong): Behavior[Message] = Behaviors.receiveMessage: message =>
    if received.incrementAndGet() == message.last then message.from ! RoundOver
    Behaviors.same
end Broadcast
