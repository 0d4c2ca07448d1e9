package eddy.bench.peers.threads

import eddy.bench.peers.{Done, Memory, Reports, Workload}

import java.util.concurrent.CountDownLatch
import java.util.concurrent.atomic.LongAdder

/** A tree of threads, ten below each; the ordinals of its leaves are added up on the way to the top. */
private[threads] final class Skynet(leaves: Int) extends Workload:
  def go(n: Long): Done = timed:
    val top = new Mailbox[java.lang.Long]
    grow(top, 0, leaves)
    top.take()

  private def grow(parent: Mailbox[java.lang.Long], ordinal: Long, leaves: Int): Unit = spawn:
    if leaves == 1 then parent.put(ordinal)
    else
      val sums = new Mailbox[java.lang.Long]
      for i <- 0 until 10 do grow(sums, ordinal + i * (leaves / 10), leaves / 10)
      var sum = 0L
      for _ <- 0 until 10 do sum += sums.take()
      parent.put(sum)
end Skynet

/** Starting threads that wait, and what they weigh. */
private[threads] final class Spawn(count: Int) extends Workload:
  def go(n: Long): Done =
    val mailboxes = new Array[Mailbox[Reports]](count)
    val before = Memory.heapAfterFullGc()
    val started = new LongAdder
    val running = new CountDownLatch(count)
    val began = System.nanoTime
    for i <- 0 until count do mailboxes(i) = idle(i, started, running)
    running.await()
    val nanos = System.nanoTime - began
    val heap = Memory.heapAfterFullGc() - before
    val resident = Memory.resident()
    val ended = Reports(count)
    mailboxes.foreach(_.put(ended))
    val _ = ended.await()
    Done(nanos, started.sum, Seq("heap" -> heap, "rss" -> resident))

  private def idle(index: Int, started: LongAdder, running: CountDownLatch): Mailbox[Reports] =
    val mailbox = new Mailbox[Reports]
    spawn:
      started.increment()
      running.countDown()
      mailbox.take().report(index)
    mailbox
end Spawn
