package eddy.bench.peers.pekko.classic

import eddy.bench.peers.pekko.timed
import eddy.bench.peers.{Done, Reports}

import org.apache.pekko.actor.{Actor, Props}

private[pekko] final class RingStart(size: Int) extends ClassicWorkload:
  import RingStart.*

  def go(n: Long): Done =
    val ended = Reports(1)
    val family = inside(_.actorOf(Props(Family(size, ended))))
    val done = timed(1)(reports => family ! Go(reports))
    family ! End
    val _ = ended.await()
    done

private[pekko] object RingStart:
  final case class Go(reports: Reports)
  case object End

  /** The parent of a ring, so that all end with it. */
  final class Family(size: Int, ended: Reports) extends Actor:
    def receive: Receive =
      case Go(reports) => Ring.build(context, size)(0) ! Ring.Token(size, 0, reports)
      case End => context.stop(self)

    /** Called when all children have ended. */
    override def postStop(): Unit = ended.report(0)
