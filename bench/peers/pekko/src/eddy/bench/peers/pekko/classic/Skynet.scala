package eddy.bench.peers.pekko.classic

import eddy.bench.peers.pekko.timed
import eddy.bench.peers.{Done, Reports}

import org.apache.pekko.actor.{Actor, Props}

private[pekko] final class Skynet(leaves: Int) extends ClassicWorkload:
  import Skynet.*

  def go(n: Long): Done =
    val ended = Reports(1)
    val top = inside(_.actorOf(Props(Top(leaves, ended))))
    val done = timed(1)(reports => top ! Go(reports))
    val _ = ended.await()
    done

private[pekko] object Skynet:
  private val Children = 10
  final case class Go(reports: Reports)
  final case class Sum(of: Long)

  final class Top(leaves: Int, ended: Reports) extends Actor:
    private var reports = Reports(0)

    def receive: Receive =
      case Go(to) =>
        reports = to
        val _ = context.actorOf(Props(Node(0, leaves)))
      case Sum(of) =>
        reports.report(of)
        context.stop(self)

    /** Called when all below have ended. */
    override def postStop(): Unit = ended.report(0)

  final class Node(ordinal: Int, leaves: Int) extends Actor:
    private var missing = Children
    private var sum = 0L

    override def preStart(): Unit =
      if leaves == 1 then finish(ordinal)
      else
        val below = leaves / Children
        for i <- 0 until Children do
          val first = ordinal + i * below
          val _ = context.actorOf(Props(Node(first, below)))

    def receive: Receive =
      case Sum(of) =>
        sum += of
        missing -= 1
        if missing == 0 then finish(sum)

    private def finish(result: Long): Unit =
      context.parent ! Sum(result)
      context.stop(self)
  end Node
end Skynet
