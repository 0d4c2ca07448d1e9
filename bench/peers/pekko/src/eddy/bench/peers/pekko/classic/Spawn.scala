package eddy.bench.peers.pekko.classic

import eddy.bench.peers.pekko.timed
import eddy.bench.peers.{Done, Memory, Reports}

import java.util.concurrent.atomic.AtomicInteger

import org.apache.pekko.actor.{Actor, ActorRef, Props}

private[pekko] final class Spawn(count: Int) extends ClassicWorkload:
  import Spawn.*

  def go(n: Long): Done =
    val idlers = new Array[ActorRef](count)
    val started = AtomicInteger()
    val ended = Reports(1)
    val family = inside(_.actorOf(Props(Family(idlers, started, ended))))
    val before = Memory.heapAfterFullGc()
    val done = timed(1)(reports => family ! Go(reports))
    val heap = Memory.heapAfterFullGc() - before
    val rss = Memory.resident()
    idlers(count - 1) ! Stop // the array is held until here
    family ! Stop
    val _ = ended.await()
    done.copy(answer = started.get, extras = Seq("heap" -> heap, "rss" -> rss))

private[pekko] object Spawn:
  final case class Go(reports: Reports)
  case object Stop

  final class Family(idlers: Array[ActorRef], started: AtomicInteger, ended: Reports) extends Actor:
    def receive: Receive =
      case Go(reports) =>
        try
          for i <- idlers.indices do
            idlers(i) = context.actorOf(Props(Idle(i, idlers.length, started, reports)))
        catch case e: OutOfMemoryError => reports.fail(e)
      case Stop => context.stop(self)

    /** Called when all children have ended. */
    override def postStop(): Unit = ended.report(0)

  final class Idle(index: Int, count: Int, started: AtomicInteger, reports: Reports) extends Actor:
    if started.incrementAndGet() == count then reports.report(0)

    def receive: Receive =
      case Stop => require(index >= 0)
end Spawn
