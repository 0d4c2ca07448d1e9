package eddy.bench.contender

import eddy.actor.*
import eddy.bench.peers.{Done, Reports, Workload}

/** A tree of actors, ten below each; the ordinals of its leaves are added up on the way to the top. */
private[contender] final class Skynet(leaves: Int) extends Workload:
  def go(n: Long): Done =
    val summed = Reports(1)
    val began = System.nanoTime
    val top = actor[Long](react { case sum => summed.report(sum); stop })
    Skynet.grow(top, 0, leaves)
    val answer = summed.await()
    Done(System.nanoTime - began, answer)

private object Skynet:
  private val children = 10

  def grow(parent: ActorRef[Long], ordinal: Long, leaves: Int): Unit =
    val _ = actor[Long]:
      if leaves == 1 then
        parent ! ordinal
        stop
      else
        val below = leaves / children
        for i <- 0 until children do grow(self, ordinal + i * below, below)
        adding(parent, children, 0)

  private def adding(parent: ActorRef[Long], left: Int, sum: Long)(using Actor[Long]): Behavior[Long] =
    if left > 0 then react { case part => adding(parent, left - 1, sum + part) }
    else
      parent ! sum
      stop
end Skynet
