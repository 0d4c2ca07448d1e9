package eddy.bench.peers.pekko.typed

import eddy.bench.peers.pekko.timed
import eddy.bench.peers.{Done, Reports}

import org.apache.pekko.actor.typed.scaladsl.Behaviors
import org.apache.pekko.actor.typed.{Behavior, PostStop}

private[pekko] final class RingStart(size: Int) extends TypedWorkload:
  import RingStart.*

  def go(n: Long): Done =
    val ended = Reports(1)
    val parent = inside(_.spawnAnonymous(family(size, ended)))
    val done = timed(1)(reports => parent ! Go(reports))
    parent ! End
    val _ = ended.await()
    done

private[pekko] object RingStart:
  sealed trait Command
  final case class Go(reports: Reports) extends Command
  case object End extends Command

  /** The parent of a ring, so that all end with it. */
  def family(size: Int, ended: Reports): Behavior[Command] =
    Behaviors.receive[Command]: (context, command) =>
      command match
        case Go(reports) =>
          Ring.build(context, size)(0) ! Ring.Token(size, 0, reports)
          Behaviors.same
        case End => Behaviors.stopped
    .receiveSignal:
      // sent when all children have ended
      case (_, PostStop) =>
        ended.report(0)
        Behaviors.same
end RingStart
