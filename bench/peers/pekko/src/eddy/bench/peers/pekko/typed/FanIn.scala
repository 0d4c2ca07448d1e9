package eddy.bench.peers.pekko.typed

import eddy.bench.peers.pekko.timed
import eddy.bench.peers.{Done, Reports}

import org.apache.pekko.actor.typed.scaladsl.{AbstractBehavior, ActorContext, Behaviors}
import org.apache.pekko.actor.typed.{ActorRef, Behavior}

private[pekko] final class FanIn(senders: Int) extends TypedWorkload:
  import FanIn.*

  private val receiver = inside(_.spawnAnonymous(Behaviors.setup(Receiver(_))))
  private val sending = inside(context => Array.fill(senders)(context.spawnAnonymous(sender(receiver))))

  def go(n: Long): Done =
    val each = (n / senders).toInt
    timed(1): reports =>
      receiver ! Expect(each.toLong * senders, reports)
      sending.foreach(_ ! Send(each))

private[pekko] object FanIn:
  sealed trait Message
  final case class Expect(messages: Long, reports: Reports) extends Message
  final case class Number(value: Int) extends Message
  final case class Send(each: Int)

  final class Receiver(own: ActorContext[Message]) extends AbstractBehavior[Message](own):
    private var missing = 0L
    private var sum = 0L
    private var reports = Reports(0)

    def onMessage(message: Message): Behavior[Message] =
      message match
        case Number(value) =>
          sum += value
          missing -= 1
          if missing == 0 then reports.report(sum)
        case expect: Expect =>
          missing = expect.messages
          sum = 0
          reports = expect.reports
      this
  end Receiver

  def sender(receiver: ActorRef[Number]): Behavior[Send] = Behaviors.receiveMessage: send =>
    var i = 1
    while i <= send.each do
      receiver ! Number(i)
      i += 1
    Behaviors.same
end FanIn
