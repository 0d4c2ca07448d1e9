package eddy.bench.contender

import eddy.actor.*
import eddy.bench.peers.{Done, Reports, Workload}

import java.util.concurrent.atomic.AtomicLong

/** One actor sends to many; the last to have got a round's message says so. */
private[contender] final class Broadcast(receivers: Int) extends Workload:
  import Broadcast.*

  private val received = new AtomicLong
  private val all = Vector.fill(receivers)(actor[News](listening(received)))
  private val caster = actor[Cast](waiting)

  def go(n: Long): Done =
    val before = received.get
    val over = Reports(1)
    val began = System.nanoTime
    caster ! Cast.Rounds(n, over)
    val _ = over.await()
    Done(System.nanoTime - began, received.get - before)

  private def waiting(using Actor[Cast]): Behavior[Cast] = react:
    case Cast.Rounds(rounds, over) => casting(rounds, over)

  private def casting(left: Long, over: Reports)(using Actor[Cast]): Behavior[Cast] =
    val news = News(received.get + receivers, self)
    all.foreach(_ ! news)
    react:
      case Cast.RoundOver =>
        if left > 1 then casting(left - 1, over)
        else
          over.report(1)
          waiting
end Broadcast

private object Broadcast:
  /** @param last how many will have been received when the round is over */
  final case class News(last: Long, from: ActorRef[Cast])

  enum Cast:
    case Rounds(count: Long, over: Reports)
    case RoundOver

  def listening(received: AtomicLong)(using Actor[News]): Behavior[News] =
    def next: Behavior[News] = react:
      case News(last, from) =>
        if received.incrementAndGet == last then from ! Cast.RoundOver
        next
    next
end Broadcast
