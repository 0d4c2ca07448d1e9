package eddy.bench.peers.threads

import eddy.bench.peers.{Done, Ends, Slices, Workload}

/** Threads that sleep, beside two that compute. */
private[threads] final class Blocking(blockers: Int, sleepMillis: Int) extends Workload:
  private final case class Slice(left: Int, x: Long, finish: Ends)

  private val sleepers = Vector.fill(blockers):
    val mailbox = new Mailbox[Ends]
    forever:
      val finish = mailbox.take()
      Thread.sleep(sleepMillis)
      finish.end()
    mailbox

  private val computers = Vector.fill(2):
    val mailbox = new Mailbox[Slice]
    forever:
      val slice = mailbox.take()
      if slice.left == 0 then slice.finish.end()
      else mailbox.put(Slice(slice.left - 1, Slices.run(slice.x), slice.finish))
    mailbox
  // finds out how long a slice is, while nothing is timed
  require(Slices.steps > 0)

  def go(n: Long): Done =
    val aloneNanos = nanos(System.nanoTime, compute())
    val began = System.nanoTime
    val both = compute()
    val slept = Ends(blockers)
    sleepers.foreach(_.put(slept))
    val sleptNanos = nanos(began, slept)
    val computeNanos = nanos(began, both)
    Done(sleptNanos, slept.await() + both.await(), Seq("compute" -> computeNanos, "alone" -> aloneNanos))

  /** From `began` to the last end, which it waits for. */
  private def nanos(began: Long, ends: Ends): Long =
    val _ = ends.await()
    ends.last - began

  private def compute(): Ends =
    val both = Ends(computers.size)
    computers.foreach(_.put(Slice(Slices.Count, 1, both)))
    both
end Blocking
