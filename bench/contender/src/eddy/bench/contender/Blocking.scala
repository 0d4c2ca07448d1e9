package eddy.bench.contender

import eddy.actor.*
import eddy.bench.peers.{Done, Reports, Slices, Workload}

import java.util.concurrent.atomic.LongAccumulator

/** Actors that block their thread, beside two that compute. */
private[contender] final class Blocking(blockers: Int, sleepMillis: Int) extends Workload:
  import Blocking.*

  private val sleepers = Vector.fill(blockers)(actor[Finish](sleeping(sleepMillis)))
  private val computers = Vector.fill(2)(actor[Slice](computing))
  // finds out how long a slice is, while nothing is timed
  require(Slices.steps > 0)

  def go(n: Long): Done =
    val alone = compute()
    val aloneNanos = alone.await()
    val began = System.nanoTime
    val both = compute()
    val slept = Finish(blockers, began)
    sleepers.foreach(_ ! slept)
    val nanos = slept.await()
    val computeNanos = both.await()
    Done(nanos, slept.seen + both.seen, Seq("compute" -> computeNanos, "alone" -> aloneNanos))

  private def compute(): Finish =
    val finish = Finish(computers.size, System.nanoTime)
    computers.foreach(_ ! Slice(Slices.Count, 1, finish))
    finish
end Blocking

private object Blocking:
  /** How long after `began` the last of `expected` was done, by the time that each tells itself. */
  final class Finish(expected: Int, began: Long):
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

  /** One of the slices of a computation, so that others have their turn in between. */
  final case class Slice(left: Int, x: Long, finish: Finish)

  def sleeping(millis: Int)(using Actor[Finish]): Behavior[Finish] = react:
    case finish =>
      Thread.sleep(millis)
      finish.report()
      sleeping(millis)

  def computing(using Actor[Slice]): Behavior[Slice] = react:
    case Slice(0, _, finish) =>
      finish.report()
      computing
    case Slice(left, x, finish) =>
      self ! Slice(left - 1, Slices.run(x), finish)
      computing
end Blocking
