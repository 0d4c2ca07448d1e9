package eddy.bench.peers.pekko.typed

import eddy.bench.peers.pekko.timed
import eddy.bench.peers.{Done, Reports}

import org.apache.pekko.actor.typed.scaladsl.{ActorContext, Behaviors}
import org.apache.pekko.actor.typed.{ActorRef, Behavior}

private[pekko] final class Ring(size: Int, tokens: Int) extends TypedWorkload:
  private val members = inside(Ring.build(_, size))

  def go(n: Long): Done =
    timed(tokens): reports =>
      for i <- 0 until tokens do
        val start = (i.toLong * size / tokens).toInt // evenly spread
        members(start) ! Ring.Token((n / tokens).toInt - 1, 1, reports)

private[pekko] object Ring:
  sealed trait Message
  final case class Token(left: Int, made: Int, reports: Reports) extends Message
  final case class Neighbour(is: ActorRef[Message]) extends Message

  /** Each member is started with its neighbour, but the first, which is told the last. */
  def build(context: ActorContext[?], size: Int): Array[ActorRef[Message]] =
    val members = new Array[ActorRef[Message]](size)
    members(0) = context.spawnAnonymous(unconnected)
    for i <- 1 until size do members(i) = context.spawnAnonymous(member(members(i - 1)))
    members(0) ! Neighbour(members(size - 1))
    members

  private val unconnected: Behavior[Message] = Behaviors.receiveMessage:
    case Neighbour(is) => member(is)
    case _: Token => Behaviors.unhandled

  private def member(neighbour: ActorRef[Message]): Behavior[Message] = Behaviors.receiveMessage:
    case Token(left, made, reports) =>
      if left == 0 then reports.report(made) else neighbour ! Token(left - 1, made + 1, reports)
      Behaviors.same
    case Neighbour(is) => member(is)
end Ring
