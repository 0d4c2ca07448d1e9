package eddy.bench.contender

import eddy.actor.*
import eddy.bench.peers.{Done, Memory, Reports, Workload}

import java.util.concurrent.ThreadLocalRandom
import java.util.concurrent.atomic.LongAdder

/** As many actors as memory holds, alive at once. No workload of the comparison: `./eddy bench actors --live N`.
  *
  * Each counts the messages that it gets. Some, chosen at random, get a message each, and answer with their index: the
  * answer is how many answered with their own.
  */
private[contender] final class Live(count: Int, touches: Int) extends Workload:
  def go(n: Long): Done =
    val actors = new Array[ActorRef[Live.Touch]](count)
    val before = Memory.heapAfterFullGc()
    val started = new LongAdder
    val began = System.nanoTime
    for i <- 0 until count do actors(i) = Live.counter(i, started)
    // They begin in any order; a poll a millisecond costs them nothing.
    while started.sum < count do Thread.sleep(1)
    val nanos = System.nanoTime - began
    val touchBegan = System.nanoTime
    val right = Reports(touches)
    for _ <- 1 to touches do
      val index = ThreadLocalRandom.current.nextInt(count)
      actors(index) ! Live.Touch(index, right)
    val answer = right.await()
    val touchNanos = System.nanoTime - touchBegan
    val heap = Memory.heapAfterFullGc() - before
    val extras =
      Seq("heap" -> heap, "rss" -> Memory.resident(), "started" -> started.sum, "touch" -> touchNanos)
    // Read after all is measured: until here every actor was held.
    require(actors.length == count)
    Done(nanos, answer, extras)
  end go
end Live

private object Live:
  final case class Touch(index: Int, right: Reports)

  def counter(index: Int, started: LongAdder): ActorRef[Touch] =
    actor[Touch]:
      started.increment()
      waiting(index)

  private def waiting(index: Int)(using Actor[Touch]): Behavior[Touch] = react:
    case Touch(asked, right) =>
      right.report(if asked == index then 1 else 0)
      waiting(index)
end Live
