package eddy.bench.node

import eddy.actor.*
import eddy.bench.peers.{Done, Reports, Workload}
import eddy.remote.{Pickler, Spawnable}

import scala.concurrent.duration.DurationInt
import scala.util.{Failure, Success, Try}

private[node] object Responder extends Spawnable[Unit, Question]("responder")(_ => Question.answering)

private[node] final case class Question(to: ActorRef[Int]) derives Pickler

private[node] object Question:
  def answering(using Actor[Question]): Behavior[Question] = react:
    case Question(to) =>
      to ! 1
      answering

/** Askers that ask a responder of their own, one question after the other. */
private[node] final class Asking(nodes: Nodes, outstanding: Int) extends Workload:
  private val responders = Vector.fill(outstanding)(nodes.spawn(Responder, ()))

  def go(n: Long): Done =
    val asked = Reports(outstanding)
    val began = System.nanoTime
    for responder <- responders do
      nodes.start[Try[Int]](asking(responder, n / outstanding, 0, asked)): Unit
    val answer = asked.await()
    Done(System.nanoTime - began, answer)

  private def asking(responder: ActorRef[Question], left: Long, sum: Long, asked: Reports)(using
      Actor[Try[Int]]
  ): Behavior[Try[Int]] =
    if left == 0 then
      asked.report(sum)
      done
    else
      responder.ask[Int](5.seconds)(Question(_)).sendTo(identity)
      react:
        case Success(one) => asking(responder, left - 1, sum + one, asked)
        case Failure(why) =>
          asked.fail(why)
          done

  override def close(): Unit = nodes.close()
end Asking
