package eddy.bench.peers.pekko.classic

import eddy.bench.peers.{Done, Ends, Slices}

import org.apache.pekko.actor.{Actor, Props}

private[pekko] final class Blocking(blockers: Int, sleepMillis: Int) extends ClassicWorkload:
  import Blocking.*

  private val computing = inside(context => Array.fill(Computers)(context.actorOf(Props(Computer()))))
  private val blocking = inside: context =>
    val props = Props(Blocker(sleepMillis)).withDispatcher("blocking-dispatcher")
    Array.fill(blockers)(context.actorOf(props))

  def go(n: Long): Done =
    val _ = Slices.steps // found out before the clock runs
    val alone = Ends(Computers)
    val aloneFrom = System.nanoTime()
    computing.foreach(_ ! Slice(Slices.Count, 1, alone))
    val _ = alone.await()

    val computed = Ends(Computers)
    val blocked = Ends(blockers)
    val from = System.nanoTime()
    computing.foreach(_ ! Slice(Slices.Count, 1, computed))
    blocking.foreach(_ ! Go(blocked))
    val answer = blocked.await() + computed.await()
    Done(
      blocked.last - from,
      answer,
      Seq("compute" -> (computed.last - from), "alone" -> (alone.last - aloneFrom))
    )
end Blocking

private[pekko] object Blocking:
  private val Computers = 2
  final case class Go(ends: Ends)
  final case class Slice(left: Int, x: Long, ends: Ends)

  final class Blocker(sleepMillis: Int) extends Actor:
    def receive: Receive =
      case Go(ends) =>
        Thread.sleep(sleepMillis)
        ends.end()

  final class Computer extends Actor:
    def receive: Receive =
      case Slice(left, x, ends) =>
        if left == 0 then ends.end() else self ! Slice(left - 1, Slices.run(x), ends)
end Blocking
