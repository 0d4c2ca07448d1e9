package eddy.bench.contender

import eddy.actor.*
import eddy.bench.peers.{Done, Ends, Slices, Workload}

/** Actors that block their thread, beside two that compute. */
private[contender] final class Blocking(blockers: Int, sleepMillis: Int) extends Workload:
  import Blocking.*

  private val sleepers = Vector.fill(blockers)(actor[Ends](sleeping(sleepMillis)))
  private val computers = Vector.fill(2)(actor[Slice](computing))
  // finds out how long a slice is, while nothing is timed
  require(Slices.steps > 0)

  def go(n: Long): Done =
    val aloneNanos = nanos(System.nanoTime, compute())
    val began = System.nanoTime
    val both = compute()
    val slept = Ends(blockers)
    sleepers.foreach(_ ! slept)
    val sleptNanos = nanos(began, slept)
    val computeNanos = nanos(began, both)
    Done(sleptNanos, slept.await() + both.await(), Seq("compute" -> computeNanos, "alone" -> aloneNanos))

  /** From `began` to the last end, which it waits for. */
  private def nanos(began: Long, ends: Ends): Long =
    val _ = ends.await()
    ends.last - began

  private def compute(): Ends =
    val both = Ends(computers.size)
    computers.foreach(_ ! Slice(Slices.Count, 1, both))
    both
end Blocking

private object Blocking:
  /** One of the slices of a computation, so that others have their turn in between. */
  final case class Slice(left: Int, x: Long, finish: Ends)

  def sleeping(millis: Int)(using Actor[Ends]): Behavior[Ends] = react:
    case finish =>
      Thread.sleep(millis)
      finish.end()
      sleeping(millis)

  def computing(using Actor[Slice]): Behavior[Slice] = react:
    case Slice(0, _, finish) =>
      finish.end()
      computing
    case Slice(left, x, finish) =>
      self ! Slice(left - 1, Slices.run(x), finish)
      computing
end Blocking
