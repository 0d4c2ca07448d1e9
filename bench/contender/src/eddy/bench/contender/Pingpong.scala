package eddy.bench.contender

import eddy.actor.*
import eddy.bench.peers.{Done, Reports, Workload}

/** Pairs of actors, each of which sends a counter to and fro. */
private[contender] final class Pingpong(pairs: Int) extends Workload:
  import Pingpong.*

  private val servers = Vector.fill(pairs):
    val partner = actor[Ball](returning)
    actor[Game](waiting(partner))

  def go(n: Long): Done =
    val running = Reports(pairs)
    val began = System.nanoTime
    servers.foreach(_ ! Game.Serve(n / pairs, running))
    val answer = running.await()
    Done(System.nanoTime - began, answer)
end Pingpong

private object Pingpong:
  final case class Ball(count: Long, from: ActorRef[Game])

  enum Game:
    case Serve(times: Long, running: Reports)
    case Returned(count: Long)

  def returning(using Actor[Ball]): Behavior[Ball] = react:
    case Ball(count, from) =>
      from ! Game.Returned(count)
      returning

  def waiting(partner: ActorRef[Ball])(using Actor[Game]): Behavior[Game] = react:
    case Game.Serve(times, running) =>
      partner ! Ball(1, self)
      playing(partner, times, running)

  def playing(partner: ActorRef[Ball], times: Long, running: Reports)(using Actor[Game]): Behavior[Game] =
    react:
      case Game.Returned(count) =>
        if count < times then
          partner ! Ball(count + 1, self)
          playing(partner, times, running)
        else
          running.report(count)
          waiting(partner)
end Pingpong
