package eddy.bench.peers.pekko.typed

import eddy.bench.peers.pekko.timed
import eddy.bench.peers.{Done, Memory, Reports}

import java.util.concurrent.atomic.AtomicInteger

import org.apache.pekko.actor.typed.scaladsl.Behaviors
import org.apache.pekko.actor.typed.{ActorRef, Behavior, PostStop}

private[pekko] final class Spawn(count: Int) extends TypedWorkload:
  import Spawn.*

  def go(n: Long): Done =
    val idlers = new Array[ActorRef[Stop.type]](count)
    val started = AtomicInteger()
    val ended = Reports(1)
    val parent = inside(_.spawnAnonymous(family(idlers, started, ended)))
    val before = Memory.heapAfterFullGc()
    val done = timed(1)(reports => parent ! Go(reports))
    val heap = Memory.heapAfterFullGc() - before
    val rss = Memory.resident()
    idlers(count - 1) ! Stop // the array is held until here
    parent ! Stop
    val _ = ended.await()
    done.copy(answer = started.get, extras = Seq("heap" -> heap, "rss" -> rss))

private[pekko] object Spawn:
  sealed trait Command
  final case class Go(reports: Reports) extends Command
  case object Stop extends Command

  def family(idlers: Array[ActorRef[Stop.type]], started: AtomicInteger, ended: Reports): Behavior[Command] =
    Behaviors.receive[Command]: (context, command) =>
      command match
        case Go(reports) =>
          try
            for i <- idlers.indices do
              idlers(i) = context.spawnAnonymous(starting(i, idlers.length, started, reports))
          catch case e: OutOfMemoryError => reports.fail(e)
          Behaviors.same
        case Stop => Behaviors.stopped
    .receiveSignal:
      // sent when all children have ended
      case (_, PostStop) =>
        ended.report(0)
        Behaviors.same

  private def starting(
      index: Int,
      count: Int,
      started: AtomicInteger,
      reports: Reports
  ): Behavior[Stop.type] =
    Behaviors.setup: _ =>
      if started.incrementAndGet() == count then reports.report(0)
      idle(index)

  private def idle(index: Int): Behavior[Stop.type] = Behaviors.receiveMessage: _ =>
    require(index >= 0)
    Behaviors.stopped
end Spawn
