package eddy.testing

import java.util.concurrent.{CountDownLatch, Executors}
import scala.concurrent.duration.DurationInt
import scala.concurrent.{Future, Promise}
import scala.util.Try

class WatchdogSuite extends PatientSuite:
  private val tiny = TimeLimit(20.millis, "")

  test("a test within its limit keeps its result, and is not interrupted later"):
    val result = Watchdog.watch("quick", TimeLimit.usual)(Future.successful(1))
    assertEquals(await(result), 1)
    assert(!Thread.currentThread.isInterrupted)

  test("a test that never ends is interrupted at its limit; the stacks of all threads are printed"):
    val (failure, printed) = PrintedErrors.of(exceeds(new CountDownLatch(1).await()))
    assert(
      failure.getMessage.startsWith("'endless' exceeds its limit of 20 milliseconds"),
      failure.getMessage
    )
    assert(printed.contains("'endless' exceeds its limit") && printed.contains("WatchdogSuite"), printed)
    assert(!Thread.currentThread.isInterrupted, "the next test would be interrupted")

  test("a test that swallows its interruption fails all the same"):
    val (failure, _) = PrintedErrors.of:
      exceeds:
        try new CountDownLatch(1).await()
        catch case _: InterruptedException => ()
    assert(failure.getMessage.contains("exceeds its limit"), failure.getMessage)

  test("a wait of a test that exceeds its limit is named as the cause"):
    val (failure, _) = PrintedErrors.of:
      exceeds:
        try new CountDownLatch(1).await()
        catch case e: InterruptedException => throw IllegalStateException("was waiting", e)
    assertEquals(failure.getCause.getMessage, "was waiting")

  test("the next test of the same thread runs without the interruption of the one before"):
    val thread = Executors.newSingleThreadExecutor()
    try
      val interrupted = thread.submit: () =>
        val _ = PrintedErrors.of(exceeds(new CountDownLatch(1).await()))
        Watchdog.watch("next", TimeLimit.usual)(Future.successful(Thread.currentThread.isInterrupted)).value
      assertEquals(interrupted.get.flatMap(_.toOption), Some(false))
    finally thread.shutdown()

  test("an interruption that comes through is the cause of the failure"):
    val (failure, _) = PrintedErrors.of(exceeds(new CountDownLatch(1).await()))
    assert(failure.getCause.isInstanceOf[InterruptedException], failure.getCause)

  test("stacks are printed for a test whose future is not completed at its limit; munit ends it"):
    val (_, printed) = PrintedErrors.of:
      val never = Watchdog.watch("forgotten", tiny)(Promise[Unit]().future)
      val later = Promise[Unit]()
      Watchdog.after(60.millis)(later.success(()): Unit)
      await(later.future)
      assert(!never.isCompleted)
    assert(printed.contains("'forgotten' exceeds its limit of 20 milliseconds"), printed)
    assert(!Thread.currentThread.isInterrupted)

  test("a JVM whose test ignores its interruption ends, with the name of the test"):
    val other = new ProcessBuilder(ChildJvm.ofTests("eddy.testing.Deaf")*).start()
    val said = String(other.getErrorStream.readAllBytes)
    assertEquals(other.waitFor(), 1)
    assert(said.contains("'deaf' exceeds its limit of 20 milliseconds and ignores its interruption"), said)

  test("a limit above two minutes needs a reason"):
    val refusal = intercept[IllegalArgumentException](TimeLimit(3.minutes, ""))
    assert(refusal.getMessage.contains("a limit of 3 minutes needs a reason"), refusal.getMessage)
    assertEquals(TimeLimit(3.minutes, "starts seven servers one by one").duration, 3.minutes)

  /** The failure of a test with this body. */
  private def exceeds(body: => Unit): Throwable =
    awaitFailure(Watchdog.watch("endless", tiny)(Future.fromTry(Try(body))))
end WatchdogSuite

/** A test that no interruption ends. */
object Deaf:
  def main(args: Array[String]): Unit =
    val _ = Watchdog.watch("deaf", TimeLimit(20.millis, ""), gracePeriod = 20.millis):
      while true do
        try new CountDownLatch(1).await()
        catch case _: InterruptedException => ()
      Future.successful(())
