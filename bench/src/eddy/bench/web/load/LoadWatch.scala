package eddy.bench.web.load

import java.util.concurrent.{
  CompletableFuture,
  CountDownLatch,
  ExecutionException,
  TimeUnit,
  TimeoutException
}
import scala.concurrent.duration.{DurationInt, FiniteDuration}

/** Waits while a load runs, as long as nothing goes wrong. Any thread tells of failures, one waits. */
private[bench] final class LoadWatch:
  private val fault = new CompletableFuture[Unit]

  /** The first is what counts. */
  def tell(failure: LoadFailure): Unit =
    val _ = fault.completeExceptionally(failure)

  /** That a connection broke. */
  def broken(why: String): Unit = tell(LoadFailure(why, wrong = false))

  /** @throws LoadFailure as soon as one is told */
  def waitFor(time: FiniteDuration): Unit =
    try
      val _ = fault.get(time.toNanos, TimeUnit.NANOSECONDS)
    catch
      case _: TimeoutException => () // nothing has gone wrong
      case e: ExecutionException =>
        throw (e.getCause match
          case failure: LoadFailure => failure
          case other => LoadFailure(String.valueOf(other), wrong = false)
        )

  /** Until `latch` is open.
    *
    * @param late what to say when it takes longer
    * @throws LoadFailure then, and as soon as one is told
    */
  def await(latch: CountDownLatch, within: FiniteDuration)(late: => String): Unit =
    val giveUp = System.nanoTime + within.toNanos
    while !latch.await(1, TimeUnit.MILLISECONDS) do
      waitFor(1.micro)
      if System.nanoTime > giveUp then throw LoadFailure(s"$late within $within", wrong = false)
    waitFor(1.micro)

  /** What is counted in that time, and until something is, after `warm` at the same load. `around` is called when it begins to measure,
    * and at the end.
    *
    * @param what is counted
    * @throws LoadFailure as soon as one is told, or when nothing comes for long
    */
  def measure(warm: FiniteDuration, measured: FiniteDuration, what: String)(around: => Unit)(
      counts: => Vector[Long]
  ): Answers =
    waitFor(warm)
    around
    val (before, from) = (counts, System.nanoTime)
    waitFor(measured)
    val giveUp = System.nanoTime + LoadWatch.silence.toNanos
    while counts.sum == before.sum do
      if System.nanoTime > giveUp then
        throw LoadFailure(s"gave no $what within ${LoadWatch.silence}", wrong = false)
      waitFor(measured)
    val (after, until) = (counts, System.nanoTime)
    around
    Answers(after.zip(before).map(_ - _), (until - from) / 1e9)
  end measure
end LoadWatch

private[load] object LoadWatch:
  private val silence = 20.seconds
