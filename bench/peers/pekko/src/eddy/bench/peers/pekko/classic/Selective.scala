package eddy.bench.peers.pekko.classic

import eddy.bench.peers.pekko.timed
import eddy.bench.peers.{Done, Reports}

import org.apache.pekko.actor.{Actor, ActorRef, Props, Stash}

private[pekko] final class Selective(unmatched: Int) extends ClassicWorkload:
  import Selective.*

  private val asker = inside: context =>
    val echo = context.actorOf(Props(Echo()))
    context.actorOf(Props(Asker(echo)))
  for i <- 1 to unmatched do asker ! Unmatched(i)

  def go(n: Long): Done = timed(1)(reports => asker ! Go(n, reports))

private[pekko] object Selective:
  final case class Go(asks: Long, reports: Reports)
  final case class Unmatched(number: Int)
  case object Question
  final case class Answer(number: Int)

  /** What a state does not handle is stashed, and a change of state brings all of it back, as the next state may handle
    * it: so documented, and the only way to have a selective receive in general.
    */
  final class Asker(echo: ActorRef) extends Actor, Stash:
    private var left = 0L
    private var sum = 0L
    private var reports = Reports(0)

    def receive: Receive =
      case go: Go =>
        left = go.asks
        sum = 0
        reports = go.reports
        question()
      case _ => stash()

    private def waiting: Receive =
      case Answer(number) =>
        sum += number
        left -= 1
        if left > 0 then question()
        else
          reports.report(sum)
          become(receive)
      case _ => stash()

    private def question(): Unit =
      echo ! Question
      become(waiting)

    private def become(state: Receive): Unit =
      context.become(state)
      unstashAll()
  end Asker

  final class Echo extends Actor:
    def receive: Receive =
      case Question => sender() ! Answer(1)
end Selective
