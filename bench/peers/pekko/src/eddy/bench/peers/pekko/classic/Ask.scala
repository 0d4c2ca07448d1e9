package eddy.bench.peers.pekko.classic

import eddy.bench.peers.pekko.timed
import eddy.bench.peers.{Done, Reports}

import scala.concurrent.ExecutionContext
import scala.concurrent.duration.DurationInt

import org.apache.pekko.actor.{Actor, Props}
import org.apache.pekko.pattern.{ask, pipe}
import org.apache.pekko.util.Timeout

private[pekko] final class Ask(outstanding: Int) extends ClassicWorkload:
  import Ask.*

  private val askers = inside(context => Array.fill(outstanding)(context.actorOf(Props(Asker()))))

  def go(n: Long): Done =
    timed(outstanding)(reports => askers.foreach(_ ! Go((n / outstanding).toInt, reports)))

private[pekko] object Ask:
  final case class Go(asks: Int, reports: Reports)
  case object Question
  final case class Answer(number: Int)

  final class Asker extends Actor:
    private given Timeout = 5.seconds
    // The future's only work is to send on: not worth a task on the dispatcher.
    private given ExecutionContext = ExecutionContext.parasitic

    private val responder = context.actorOf(Props(Responder()))
    private var left = 0
    private var sum = 0L
    private var reports = Reports(0)

    def receive: Receive =
      case Answer(number) =>
        sum += number
        left -= 1
        if left > 0 then question() else reports.report(sum)
      case go: Go =>
        left = go.asks
        sum = 0
        reports = go.reports
        question()

    private def question(): Unit =
      val _ = (responder ? Question).pipeTo(self)
  end Asker

  final class Responder extends Actor:
    def receive: Receive =
      case Question => sender() ! Answer(1)
end Ask
