package eddy.bench.contender

import eddy.actor.*
import eddy.bench.peers.{Done, Reports, Workload}

import scala.concurrent.duration.DurationInt
import scala.util.Try

/** Askers that wait in place for one actor, which answers when all of them wait. */
private[contender] final class Waits(count: Int) extends Workload:
  import Waits.*

  private val answerer = Asking.started[ActorRef[Int]](answering(count, Nil))
  private val askers = Vector.fill(count)(Asking.started[Reports](asking(answerer)))

  def go(n: Long): Done =
    val over = Reports(count)
    val began = System.nanoTime
    askers.foreach(_ ! over)
    val answer = over.await()
    Done(System.nanoTime - began, answer)
end Waits

private object Waits:
  def answering(count: Int, waiting: List[ActorRef[Int]])(using
      Actor[ActorRef[Int]]
  ): Behavior[ActorRef[Int]] =
    react:
      case to =>
        val all = to :: waiting
        if all.size < count then answering(count, all)
        else
          all.foreach(_ ! 1)
          answering(count, Nil)

  def asking(answerer: ActorRef[ActorRef[Int]])(using Actor[Reports]): Behavior[Reports] = react:
    case over =>
      Try(answerer.askAndWait[Int](1.minute)(identity)).fold(over.fail, one => over.report(one))
      asking(answerer)
end Waits
