package eddy.bench.node

import eddy.actor.*
import eddy.bench.peers.{Done, Reports, Workload}
import eddy.remote.{Node, Pickler, Spawnable}

import java.util.concurrent.atomic.AtomicLong
import java.util.concurrent.locks.LockSupport

/** Starts so many members of the group. */
private[node] object Audience extends Spawnable[Int, Unit]("audience")(count =>
      val group = Audience.node.get.group[News]("audience")
      val received = AtomicLong()
      for _ <- 1 to count do group.join(actor[News](News.listening(received))): Unit
      done
    ):
  /** Of this process. */
  @volatile var node: Option[Node] = None

/** @param last how many will have been received when the round is over */
private[node] final case class News(last: Long, from: ActorRef[RoundOver]) derives Pickler

private[node] object News:
  def listening(received: AtomicLong)(using Actor[News]): Behavior[News] = react:
    case News(last, from) =>
      if received.incrementAndGet == last then from ! RoundOver(last)
      listening(received)

private[node] final case class RoundOver(received: Long) derives Pickler

/** One actor sends to a group whose members are over there; the last one of a round says so. */
private[node] final class Broadcast(nodes: Nodes, receivers: Int) extends Workload:
  private val group = nodes.node.group[News]("audience")
  private var received = 0L
  nodes.spawn(Audience, receivers): Unit
  while group.members.size < receivers do LockSupport.parkNanos(1_000_000)

  def go(n: Long): Done =
    val over = Reports(1)
    val before = received
    val began = System.nanoTime
    nodes.start[RoundOver](casting(before + receivers, n, over)): Unit
    received = over.await()
    Done(System.nanoTime - began, received - before)

  private def casting(last: Long, left: Long, over: Reports)(using Actor[RoundOver]): Behavior[RoundOver] =
    group.broadcast(News(last, self)): Unit
    react:
      case RoundOver(received) =>
        if left > 1 then casting(last + receivers, left - 1, over)
        else
          over.report(received)
          done

  override def close(): Unit = nodes.close()
end Broadcast
