package eddy.bench.peers.pekko.typed

import eddy.bench.peers.pekko.timed
import eddy.bench.peers.{Done, Reports}

import org.apache.pekko.actor.typed.scaladsl.Behaviors
import org.apache.pekko.actor.typed.{ActorRef, Behavior, PostStop}

private[pekko] final class Skynet(leaves: Int) extends TypedWorkload:
  import Skynet.*

  def go(n: Long): Done =
    val ended = Reports(1)
    val done = timed(1): reports =>
      val _ = inside(_.spawnAnonymous(top(leaves, reports, ended)))
    val _ = ended.await()
    done

private[pekko] object Skynet:
  private val Children = 10
  final case class Sum(of: Long)

  def top(leaves: Int, reports: Reports, ended: Reports): Behavior[Sum] = Behaviors.setup: context =>
    val _ = context.spawnAnonymous(node(context.self, 0, leaves))
    Behaviors.receiveMessage[Sum]: sum =>
      reports.report(sum.of)
      Behaviors.stopped
    .receiveSignal:
      // sent when all below have ended
      case (_, PostStop) =>
        ended.report(0)
        Behaviors.same

  private def node(parent: ActorRef[Sum], ordinal: Int, leaves: Int): Behavior[Sum] = Behaviors.setup:
    context =>
      if leaves == 1 then
        parent ! Sum(ordinal)
        Behaviors.stopped
      else
        val below = leaves / Children
        for i <- 0 until Children do
          val _ = context.spawnAnonymous(node(context.self, ordinal + i * below, below))
        adding(parent, Children, 0)

  private def adding(parent: ActorRef[Sum], missing: Int, sum: Long): Behavior[Sum] =
    Behaviors.receiveMessage: part =>
      if missing > 1 then adding(parent, missing - 1, sum + part.of)
      else
        parent ! Sum(sum + part.of)
        Behaviors.stopped
end Skynet
