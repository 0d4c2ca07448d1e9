package eddy.testing

import java.util.concurrent.TimeUnit.NANOSECONDS
import java.util.concurrent.{BlockingQueue, CompletableFuture, CountDownLatch, TimeoutException}
import scala.concurrent.duration.{DurationInt, FiniteDuration}
import scala.concurrent.{Await, Future}
import scala.util.{Failure, Success, Try}

import munit.Location

/** Waits for events. Every wait has the same limit, [[Waits.limit]]; a wait that exceeds it fails with the
  * event it waited for and the line of the caller.
  *
  * Any thread may wait: a failure is an AssertionError and needs no lock of munit. A wait ends with an
  * InterruptedException when the [[Watchdog]] interrupts the test.
  */
trait Waits:
  protected def waitLimit: FiniteDuration = Waits.limit

  /** The result of the future. Throws the exception of a failed one. */
  def await[A](future: Future[A])(using Location): A = await(future, "the result of a future")

  /** The result of the future. Throws the exception of a failed one.
    *
    * @param what names the event in the message of a wait that exceeds the limit
    */
  def await[A](future: Future[A], what: => String)(using Location): A =
    awaitTry(future, what).get

  /** The result of the future. Throws an ExecutionException for a failed one, as `get` does. */
  def await[A](future: CompletableFuture[A])(using Location): A = await(future, "the result of a future")

  def await[A](future: CompletableFuture[A], what: => String)(using Location): A =
    try future.get(waitLimit.toNanos, NANOSECONDS)
    catch case _: TimeoutException if !future.isDone => exceeded(what)

  /** Returns when the latch has counted down to zero. */
  def await(latch: CountDownLatch)(using Location): Unit = await(latch, "the events of a latch")

  def await(latch: CountDownLatch, what: => String)(using Location): Unit =
    if !latch.await(waitLimit.toNanos, NANOSECONDS) then exceeded(s"$what; ${latch.getCount} are missing")

  /** Takes the next element of the queue. */
  def awaitNext[A](queue: BlockingQueue[A])(using Location): A = awaitNext(queue, "an element of a queue")

  def awaitNext[A](queue: BlockingQueue[A], what: => String)(using Location): A =
    Option(queue.poll(waitLimit.toNanos, NANOSECONDS)).getOrElse(exceeded(what))

  /** The result or the failure of the future. */
  def awaitTry[A](future: Future[A], what: => String = "the completion of a future")(using Location): Try[A] =
    try
      val _ = Await.ready(future, waitLimit)
    catch case _: TimeoutException => exceeded(what)
    future.value.get

  /** The exception that the future fails with. Throws an AssertionError for a successful one. */
  def awaitFailure(future: Future[?], what: => String = "the failure of a future")(using
      at: Location
  ): Throwable =
    awaitTry(future, what) match
      case Failure(failure) => failure
      case Success(value) =>
        throw AssertionError(s"succeeded with $value, awaited at ${Waits.show(at)}: $what")

  private def exceeded(what: String)(using at: Location): Nothing =
    throw AssertionError(s"not within $waitLimit: $what, awaited at ${Waits.show(at)}")
end Waits

object Waits extends Waits:
  /** The limit of one wait: below the limit of a test ([[TimeLimit.usual]]), so that a test fails with the
    * message of the wait.
    */
  val limit: FiniteDuration = LimitSeconds.seconds

  /** The same for handlers that Eddy analyzes: a constant, so that the analysis has no code of the test kit
    * to read.
    */
  final val LimitSeconds = 90

  private def show(at: Location): String = s"${at.filename}:${at.line}"
