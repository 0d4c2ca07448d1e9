package eddy.bench.peers.pekko.classic

import eddy.bench.peers.pekko.timed
import eddy.bench.peers.{Done, Reports}

import org.apache.pekko.actor.{Actor, ActorRef, Props}

private[pekko] final class FanIn(senders: Int) extends ClassicWorkload:
  import FanIn.*

  private val receiver = inside(_.actorOf(Props(Receiver())))
  private val sending = inside(context => Array.fill(senders)(context.actorOf(Props(Sender(receiver)))))

  def go(n: Long): Done =
    val each = (n / senders).toInt
    timed(1): reports =>
      receiver ! Expect(each.toLong * senders, reports)
      sending.foreach(_ ! Send(each))

private[pekko] object FanIn:
  final case class Expect(messages: Long, reports: Reports)
  final case class Send(each: Int)
  final case class Number(value: Int)

  final class Receiver extends Actor:
    private var missing = 0L
    private var sum = 0L
    private var reports = Reports(0)

    def receive: Receive =
      case Number(value) =>
        sum += value
        missing -= 1
        if missing == 0 then reports.report(sum)
      case expect: Expect =>
        missing = expect.messages
        sum = 0
        reports = expect.reports

  final class Sender(receiver: ActorRef) extends Actor:
    def receive: Receive =
      case Send(each) =>
        var i = 1
        while i <= each do
          receiver ! Number(i)
          i += 1
end FanIn
