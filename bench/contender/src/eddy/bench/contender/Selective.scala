package eddy.bench.contender

import eddy.actor.*
import eddy.bench.peers.{Done, Reports, Workload}

/** Selective receive behind messages that no behavior of the actor matches. */
private[contender] final class Selective(unmatched: Int) extends Workload:
  import Selective.*

  private val asker =
    val echo = actor[Question](echoing)
    actor[Talk](waiting(echo))
  for i <- 1 to unmatched do asker ! Talk.Other(i)

  def go(n: Long): Done =
    val asked = Reports(1)
    val began = System.nanoTime
    asker ! Talk.Ask(n, asked)
    val answer = asked.await()
    Done(System.nanoTime - began, answer)
end Selective

private object Selective:
  final case class Question(number: Int, from: ActorRef[Talk])

  enum Talk:
    case Other(number: Int)
    case Ask(times: Long, asked: Reports)
    case Answer(number: Int)

  def echoing(using Actor[Question]): Behavior[Question] = react:
    case Question(number, from) =>
      from ! Talk.Answer(number)
      echoing

  def waiting(echo: ActorRef[Question])(using Actor[Talk]): Behavior[Talk] = react:
    case Talk.Ask(times, asked) => asking(echo, times, 0, asked)

  private def asking(echo: ActorRef[Question], left: Long, sum: Long, asked: Reports)(using
      Actor[Talk]
  ): Behavior[Talk] =
    if left == 0 then
      asked.report(sum)
      waiting(echo)
    else
      echo ! Question(1, self)
      react { case Talk.Answer(one) => asking(echo, left - 1, sum + one, asked) }
end Selective
