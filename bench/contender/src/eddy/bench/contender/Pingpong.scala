package eddy.bench.contender

import eddy.actor.*
import eddy.bench.peers.{Done, Workload}

import java.util.concurrent.CountDownLatch
import java.util.concurrent.atomic.LongAdder

/** Pairs of actors, each of which sends a counter to and fro. */
private[contender] final class Pingpong(pairs: Int) extends Workload:
  private enum Ping:
    case Serve(times: Long, finished: Long => Unit)
    case Pong(count: Long)
  private final case class Ball(count: Long, from: ActorRef[Ping])

  private val starters = Vector.fill(pairs):
    val partner = actor[Ball]:
      loop(react { case Ball(count, from) => from ! Ping.Pong(count); done })
    actor[Ping]:
      def playing(times: Long, finished: Long => Unit): Behavior[Ping] = react:
        case Ping.Pong(count) =>
          if count < times then
            partner ! Ball(count + 1, self)
            playing(times, finished)
          else
            finished(count)
            waiting
      def waiting: Behavior[Ping] = react:
        case Ping.Serve(times, finished) =>
          partner ! Ball(1, self)
          playing(times, finished)
      waiting

  def go(n: Long): Done =
    val sum = new LongAdder
    val running = new CountDownLatch(pairs)
    val began = System.nanoTime
    for starter <- starters do
      starter ! Ping.Serve(
        n / pairs,
        last =>
          sum.add(last)
          running.countDown()
      )
    running.await()
    Done(System.nanoTime - began, sum.sum)
end Pingpong
