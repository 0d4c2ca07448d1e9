package eddy.bench.peers.pekko.classic

import eddy.bench.peers.pekko.timed
import eddy.bench.peers.{Done, Reports}

import org.apache.pekko.actor.{Actor, ActorContext, ActorRef, Props}

private[pekko] final class Ring(size: Int, tokens: Int) extends ClassicWorkload:
  private val members = inside(Ring.build(_, size))

  def go(n: Long): Done =
    timed(tokens): reports =>
      for i <- 0 until tokens do
        val start = (i.toLong * size / tokens).toInt // evenly spread
        members(start) ! Ring.Token((n / tokens).toInt - 1, 1, reports)

private[pekko] object Ring:
  final case class Token(left: Int, made: Int, reports: Reports)
  final case class Neighbour(is: ActorRef)

  /** Each member is started with its neighbour, but the first, which is told the last. */
  def build(context: ActorContext, size: Int): Array[ActorRef] =
    val members = new Array[ActorRef](size)
    members(0) = context.actorOf(Props(Member(context.self)))
    for i <- 1 until size do
      val neighbour = members(i - 1)
      members(i) = context.actorOf(Props(Member(neighbour)))
    members(0) ! Neighbour(members(size - 1))
    members

  final class Member(started: ActorRef) extends Actor:
    private var neighbour = started

    def receive: Receive =
      case Token(left, made, reports) =>
        if left == 0 then reports.report(made) else neighbour ! Token(left - 1, made + 1, reports)
      case Neighbour(is) => neighbour = is
end Ring
