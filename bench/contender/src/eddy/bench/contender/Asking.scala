package eddy.bench.contender

import eddy.actor.*
import eddy.bench.peers.{Done, Reports, Workload}

import scala.concurrent.duration.DurationInt
import scala.util.{Failure, Success, Try}

/** Askers that ask a responder of their own, one question after the other. */
private[contender] final class Asking(outstanding: Int) extends Workload:
  import Asking.*

  private val askers = Vector.fill(outstanding):
    val responder = actor[Question](answering)
    actor[Asker](waiting(responder))

  def go(n: Long): Done =
    val asked = Reports(outstanding)
    val began = System.nanoTime
    askers.foreach(_ ! Asker.Ask(n / outstanding, asked))
    val answer = asked.await()
    Done(System.nanoTime - began, answer)
end Asking

private object Asking:
  /** As `actor`, for the other workloads. */
  def started[M](body: Actor[M] ?=> Behavior[M]): ActorRef[M] = actor[M](body)

  final case class Question(to: ActorRef[Int])

  enum Asker:
    case Ask(times: Long, asked: Reports)
    case Answered(answer: Try[Int])

  def answering(using Actor[Question]): Behavior[Question] = react:
    case Question(to) =>
      to ! 1
      answering

  def waiting(responder: ActorRef[Question])(using Actor[Asker]): Behavior[Asker] = react:
    case Asker.Ask(times, asked) => asking(responder, times, 0, asked)

  private def asking(responder: ActorRef[Question], left: Long, sum: Long, asked: Reports)(using
      Actor[Asker]
  ): Behavior[Asker] =
    if left == 0 then
      asked.report(sum)
      waiting(responder)
    else
      responder.ask[Int](5.seconds)(Question(_)).sendTo(Asker.Answered(_))
      react:
        case Asker.Answered(Success(one)) => asking(responder, left - 1, sum + one, asked)
        case Asker.Answered(Failure(why)) =>
          asked.fail(why)
          waiting(responder)
end Asking
