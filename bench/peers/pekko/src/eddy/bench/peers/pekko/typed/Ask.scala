package eddy.bench.peers.pekko.typed

import eddy.bench.peers.pekko.timed
import eddy.bench.peers.{Done, Reports}

import scala.concurrent.duration.DurationInt
import scala.util.{Failure, Success}

import org.apache.pekko.actor.typed.scaladsl.{AbstractBehavior, ActorContext, Behaviors}
import org.apache.pekko.actor.typed.{ActorRef, Behavior}
import org.apache.pekko.util.Timeout

private[pekko] final class Ask(outstanding: Int) extends TypedWorkload:
  import Ask.*

  private val askers =
    inside(context => Array.fill(outstanding)(context.spawnAnonymous(Behaviors.setup(Asker(_)))))

  def go(n: Long): Done =
    timed(outstanding)(reports => askers.foreach(_ ! Go((n / outstanding).toInt, reports)))

private[pekko] object Ask:
  sealed trait Command
  final case class Go(asks: Int, reports: Reports) extends Command
  final case class Answered(number: Int) extends Command
  final case class Failed(cause: Throwable) extends Command
  final case class Question(replyTo: ActorRef[Answer])
  final case class Answer(number: Int)

  final class Asker(own: ActorContext[Command]) extends AbstractBehavior[Command](own):
    private given Timeout = 5.seconds
    private val responding = context.spawnAnonymous(responder)
    private var left = 0
    private var sum = 0L
    private var reports = Reports(0)

    def onMessage(command: Command): Behavior[Command] =
      command match
        case Answered(number) =>
          sum += number
          left -= 1
          if left > 0 then question() else reports.report(sum)
        case Failed(cause) => reports.fail(cause)
        case go: Go =>
          left = go.asks
          sum = 0
          reports = go.reports
          question()
      this

    private def question(): Unit =
      context.ask[Question, Answer](responding, Question(_)):
        case Success(Answer(number)) => Answered(number)
        case Failure(cause) => Failed(cause)
  end Asker

  val responder: Behavior[Question] = Behaviors.receiveMessage: question =>
    question.replyTo ! Answer(1)
    Behaviors.same
end Ask
