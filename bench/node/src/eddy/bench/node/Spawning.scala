package eddy.bench.node

import eddy.actor.*
import eddy.bench.peers.{Done, Reports, Workload}
import eddy.remote.{Pickler, Spawnable}

import scala.concurrent.ExecutionContext

/** Says that it lives, and ends. */
private[node] object Newborn extends Spawnable[ActorRef[Born], Unit]("newborn")(to =>
      to ! Born(1)
      done
    )

private[node] final case class Born(count: Int) derives Pickler

/** Actors that start others over there, one after the other. */
private[node] final class Spawning(nodes: Nodes, outstanding: Int) extends Workload:
  def go(n: Long): Done =
    val started = Reports(outstanding)
    val began = System.nanoTime
    for _ <- 1 to outstanding do nodes.start[Born](starting(n / outstanding, 0, started)): Unit
    val answer = started.await()
    Done(System.nanoTime - began, answer)

  private def starting(left: Long, sum: Long, started: Reports)(using Actor[Born]): Behavior[Born] =
    if left == 0 then
      started.report(sum)
      done
    else
      nodes.other.spawn(Newborn, self).failed.foreach(started.fail)(using ExecutionContext.parasitic)
      react:
        case Born(count) => starting(left - 1, sum + count, started)

  override def close(): Unit = nodes.close()
end Spawning
