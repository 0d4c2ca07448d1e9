package eddy.bench.contender

import eddy.actor.*
import eddy.bench.peers.{Done, Memory, Reports, Workload}

import java.util.concurrent.CountDownLatch
import java.util.concurrent.atomic.LongAdder

/** Starting actors that wait, and what they weigh. */
private[contender] final class Spawn(count: Int) extends Workload:
  def go(n: Long): Done =
    val actors = new Array[ActorRef[Reports]](count)
    val before = Memory.heapAfterFullGc()
    val started = new LongAdder
    val running = new CountDownLatch(count)
    val began = System.nanoTime
    for i <- 0 until count do actors(i) = Spawn.idle(i, started, running)
    running.await()
    val nanos = System.nanoTime - began
    val heap = Memory.heapAfterFullGc() - before
    val resident = Memory.resident()
    val ended = Reports(count)
    actors.foreach(_ ! ended)
    val _ = ended.await()
    Done(nanos, started.sum, Seq("heap" -> heap, "rss" -> resident))

private object Spawn:
  def idle(index: Int, started: LongAdder, running: CountDownLatch): ActorRef[Reports] =
    actor[Reports]:
      started.increment()
      running.countDown()
      react:
        case ended =>
          ended.report(index)
          stop
