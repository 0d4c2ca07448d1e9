package eddy.bench.peers.threads

import eddy.bench.peers.{Done, Reports, Slices, Workload}

import java.util.concurrent.atomic.LongAccumulator

/** Threads that sleep, beside two that compute. */
private[threads] final class Blocking(blockers: Int, sleepMillis: Int) extends Workload:
  /** How long after `began` the last of `expected` was done, by the time that each tells itself. */
  private final class Finish(expected: Int, began: Long):
    private val reports = Reports(expected)
    private val last = new LongAccumulator((a, b) => math.max(a, b), 0)

    def report(): Unit =
      last.accumulate(System.nanoTime - began)
      reports.report(1)

    def await(): Long =
      val _ = reports.await()
      last.get

    def seen: Long = reports.await()
  end Finish

  private final case class Slice(left: Int, x: Long, finish: Finish)

  private val sleepers = Vector.fill(blockers):
    val mailbox = new Mailbox[Finish]
    forever:
      val finish = mailbox.take()
      Thread.sleep(sleepMillis)
      finish.report()
    mailbox

  private val computers = Vector.fill(2):
    val mailbox = new Mailbox[Slice]
    forever:
      val slice = mailbox.take()
      if slice.left == 0 then slice.finish.report()
      else mailbox.put(Slice(slice.left - 1, Slices.run(slice.x), slice.finish))
    mailbox
  // finds out how long a slice is, while nothing is timed
  require(Slices.steps > 0)

  def go(n: Long): Done =
    val aloneNanos = compute().await()
    val began = System.nanoTime
    val both = compute()
    val slept = Finish(blockers, began)
    sleepers.foreach(_.put(slept))
    val nanos = slept.await()
    val computeNanos = both.await()
    Done(nanos, slept.seen + both.seen, Seq("compute" -> computeNanos, "alone" -> aloneNanos))

  private def compute(): Finish =
    val finish = Finish(computers.size, System.nanoTime)
    computers.foreach(_.put(Slice(Slices.Count, 1, finish)))
    finish
end Blocking
