package eddy.bench.contender

import eddy.actor.*
import eddy.bench.peers.{Done, Reports, Workload}

/** A standing ring, with tokens that go round at once. */
private[contender] final class Ring(size: Int, tokens: Int) extends Workload:
  private val members = Ring.build(size)

  def go(n: Long): Done =
    val ended = Reports(tokens)
    val began = System.nanoTime
    for i <- 0 until tokens do
      // evenly spread; to send it to the first of its members is a pass too
      members((i.toLong * size / tokens).toInt) ! Round.Token(n / tokens - 1, 1, ended)
    val answer = ended.await()
    Done(System.nanoTime - began, answer)

/** Building a ring, until a token has gone round it once. */
private[contender] final class RingStart(size: Int) extends Workload:
  def go(n: Long): Done =
    val ended = Reports(1)
    val began = System.nanoTime
    val members = Ring.build(size)
    members(0) ! Round.Token(size, 0, ended)
    val answer = ended.await()
    val nanos = System.nanoTime - began
    val stopped = Reports(size)
    members.foreach(_ ! Round.Stop(stopped))
    val _ = stopped.await()
    Done(nanos, answer)

private enum Round:
  case Neighbour(next: ActorRef[Round])
  case Token(left: Long, made: Long, ended: Reports)
  case Stop(stopped: Reports)

private object Ring:
  /** Each member is started with its neighbour, but the first, which is told the last. */
  def build(size: Int): Array[ActorRef[Round]] =
    val members = new Array[ActorRef[Round]](size)
    members(0) = actor[Round](react { case Round.Neighbour(next) => member(next) })
    for i <- size - 1 to 1 by -1 do
      val next = members((i + 1) % size)
      members(i) = actor[Round](member(next))
    members(0) ! Round.Neighbour(members(1 % size))
    members

  private def member(next: ActorRef[Round])(using Actor[Round]): Behavior[Round] =
    def passing: Behavior[Round] = react:
      case Round.Token(0, made, ended) =>
        ended.report(made)
        passing
      case Round.Token(left, made, ended) =>
        next ! Round.Token(left - 1, made + 1, ended)
        passing
      case Round.Stop(stopped) =>
        stopped.report(1)
        stop
    passing
end Ring
