package eddy.bench.node

import eddy.actor.*
import eddy.bench.peers.{Done, Reports, Workload}

/** Pairs of actors, each of which sends a counter to and fro. */
private[node] final class Pingpong(nodes: Nodes, pairs: Int) extends Workload:
  private val partners = Vector.fill(pairs)(nodes.spawn(Echo, ()))
  private val nothing = new Array[Byte](0)

  def go(n: Long): Done =
    val running = Reports(pairs)
    val began = System.nanoTime
    for partner <- partners do nodes.start[Returned](playing(partner, 1, n / pairs, running)): Unit
    val answer = running.await()
    Done(System.nanoTime - began, answer)

  private def playing(partner: ActorRef[Ball], count: Long, times: Long, running: Reports)(using
      Actor[Returned]
  ): Behavior[Returned] =
    partner ! Ball(count, nothing, self)
    react:
      case Returned(back, _) =>
        if back < times then playing(partner, back + 1, times, running)
        else
          running.report(back)
          done

  override def close(): Unit = nodes.close()
end Pingpong
