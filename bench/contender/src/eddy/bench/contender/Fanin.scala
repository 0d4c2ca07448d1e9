package eddy.bench.contender

import eddy.actor.*
import eddy.bench.peers.{Done, Reports, Workload}

/** Many senders, one receiver, which adds up what it gets. */
private[contender] final class Fanin(senders: Int) extends Workload:
  import Fanin.*

  private val receiver = actor[Long | Expect](waiting)
  private val all = Vector.fill(senders):
    actor[Int]:
      loop:
        react:
          case each =>
            for i <- 1 to each do receiver ! i.toLong
            done

  def go(n: Long): Done =
    val each = (n / senders).toInt
    val added = Reports(1)
    val began = System.nanoTime
    receiver ! Expect(each.toLong * senders, added)
    all.foreach(_ ! each)
    val answer = added.await()
    Done(System.nanoTime - began, answer)
end Fanin

private object Fanin:
  final case class Expect(messages: Long, added: Reports)

  def waiting(using Actor[Long | Expect]): Behavior[Long | Expect] = react:
    case Expect(messages, added) => adding(messages, 0, added)

  private def adding(left: Long, sum: Long, added: Reports)(using
      Actor[Long | Expect]
  ): Behavior[Long | Expect] =
    if left == 0 then
      added.report(sum)
      waiting
    else react { case number: Long => adding(left - 1, sum + number, added) }
end Fanin
